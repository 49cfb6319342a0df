"""The command line: the only place that prints or decides how the process ends."""
