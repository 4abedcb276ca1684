"""From a question to statements that quote the file, each checked against the stored text."""
