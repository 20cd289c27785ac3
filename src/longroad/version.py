"""The version of the package, where every module can import it without the library."""

__version__ = "0.1.0"
