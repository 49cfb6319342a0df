"""t27c turns .t27 specs into Python/NumPy modules, C modules and pytest files."""

__version__ = "0.1.0"
