"""Authentication: passwords, failed attempts, known devices and second factors."""
