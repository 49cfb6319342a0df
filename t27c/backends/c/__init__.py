"""The C target: headers and sources in C11, the shared runtime, and Python twins that call them."""

from t27c.backends.c.backend import CBackend

BACKEND = CBackend()
