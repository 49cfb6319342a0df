"""The Python/NumPy target."""

from t27c.backends.base import Backend
from t27c.backends.python.backend import PythonBackend

BACKEND: Backend = PythonBackend()
