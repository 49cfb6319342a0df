"""Writing output trees: manifest, drift check, removal of stale files, locking."""
