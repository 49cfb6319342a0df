"""Writing generated files: `plan` decides, `write` changes the folder, `drift` only compares, `safety` guards both."""
