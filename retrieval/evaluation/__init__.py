"""Measuring the engine on suites of questions whose right answers are known."""
