"""The Settlers of Catan as a library: a game you can hold, write down, draw and play.

>>> import longroad as lr
>>> game = lr.Game("beginner", players=3, seed=7)
>>> game.push("roll")
>>> print(game.hand(0))
1 brick 1 lumber 1 ore
"""

from longroad.version import __version__ as __version__

TYPE_CHECKING = False  # type checkers take it for true; nothing else is imported here, not even typing
if TYPE_CHECKING:
    from longroad.api import *  # noqa: F403
    from longroad.api import __all__ as __all__
else:

    def __getattr__(name: str) -> object:
        """Import the library when one of its names is first used, so that the command line starts at once."""
        from importlib import import_module

        api = import_module("longroad.api")
        globals().update({exported: getattr(api, exported) for exported in api.__all__}, __all__=api.__all__)
        if name not in globals():  # it may be a folder, such as `notation`, that the import has brought along
            raise AttributeError(f"module 'longroad' has no attribute {name!r}")
        return globals()[name]

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})
