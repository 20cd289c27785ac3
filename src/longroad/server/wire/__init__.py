"""What the server and its clients say to each other: messages, how they are rendered and written."""
