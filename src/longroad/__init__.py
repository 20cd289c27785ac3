"""The Settlers of Catan as a library: every rule, interpreted, compiled or on a GPU."""

__version__ = "0.1.0"
