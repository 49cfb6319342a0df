"""The pytest target."""

from t27c.backends.base import Backend
from t27c.backends.pytest_.backend import PytestBackend

BACKEND: Backend = PytestBackend()
