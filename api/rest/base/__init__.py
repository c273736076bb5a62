"""What all addresses have in common: who asks, pages of lists, shared fields, and the one form of errors."""
