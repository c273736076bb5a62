"""The permission matrix: who gets which answer from every URL, socket, message and admin page."""
