"""The Python/NumPy target."""
