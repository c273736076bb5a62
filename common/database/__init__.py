"""The database that several apps ask in the same way: reads of one moment, and what stands before it."""
