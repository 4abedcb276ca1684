"""The sample firm, all of it invented: matters, people, a wall and documents, to look at and to test with."""
