"""What all operations share: authentication, pagination, common fields, and the form of errors."""
