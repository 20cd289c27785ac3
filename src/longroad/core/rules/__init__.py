"""The chapters of the rules, the dispatch of actions to them, and chance."""
