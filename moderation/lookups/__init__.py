"""What moderators look up about a case: the match at that ply, the chat around it, the person's past."""
