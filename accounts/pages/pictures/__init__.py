"""Pictures that other sites show of a link."""
