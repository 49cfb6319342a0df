"""The targets."""
