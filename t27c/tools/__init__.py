"""Tools around specs that are no translation: mutation of tests, checks of derivatives, pictures of functions."""
