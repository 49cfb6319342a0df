"""Findings about specs: the model, the table of codes and the renderers."""
