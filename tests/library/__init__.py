"""The generated library against independent references."""
