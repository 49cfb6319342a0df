"""The generated pytest files."""
