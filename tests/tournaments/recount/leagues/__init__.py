"""Rising and falling in leagues with divisions, recounted."""
