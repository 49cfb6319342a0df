"""The Python/NumPy target."""

from t27c.backends.python.backend import PythonBackend

__all__ = ["PythonBackend"]
