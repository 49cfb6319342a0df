"""The table of forms of the language, each with a spec that uses it, and the page of the documentation made of it."""
