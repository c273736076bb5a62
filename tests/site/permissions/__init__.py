"""The permission matrix: who gets which answer from every address, socket, message and page of the admin."""
