"""Python twins of C modules: the public API of the Python target, with the private functions in compiled C."""
