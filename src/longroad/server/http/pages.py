"""The built page, the page that says how to build it, and the page about the API."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any, Final

from starlette.responses import FileResponse, HTMLResponse, Response

STATIC: Final = Path(__file__).parent.parent / "static"
HASHED: Final = "assets"  # the folder of files whose names contain a hash
FOREVER: Final = "public, max-age=31536000, immutable"
EACH_TIME: Final = "no-cache"  # cached, but revalidated each time

FRAME: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 3rem auto; padding: 0 1rem; }}
code {{ font-size: 1rem; }}
section {{ border-top: 1px solid color-mix(in srgb, currentcolor 25%, transparent); padding: 0.5rem 0; }}
h2 {{ font-size: 1rem; margin: 0.5rem 0; }}
</style>
<main>
<h1>{title}</h1>
{content}
</main>
</html>
"""

NOT_BUILT: Final = """<p>The server is running, but the page that you would play on has not been built yet.</p>
<p>In a checkout of the project, run <code>make client</code>, then reload this page.</p>
<p>Meanwhile <code>longroad play --terminal</code> plays in the terminal,
and <a href="{base}/api/docs">the API</a> can be used by programs.</p>"""


def page(folder: Path, path: str, base: str = "") -> Response | None:
    """Return a file of the built page, or its start page for any other path; None for a file that does not exist."""
    folder = folder.resolve()  # an installed path may contain a link
    file = found(folder, path)
    if file is not None and file != folder / "index.html":
        is_hashed = file.relative_to(folder).parts[0] == HASHED
        return FileResponse(file, headers={"Cache-Control": FOREVER if is_hashed else EACH_TIME})
    if file is None and "." in path.rpartition("/")[2]:
        return None
    start = folder / "index.html"
    if not start.is_file():
        content = NOT_BUILT.format(base=base)
        return HTMLResponse(FRAME.format(title="Longroad", content=content), 503, {"Cache-Control": "no-store"})
    return HTMLResponse(below(start.read_text(encoding="utf-8"), base), headers={"Cache-Control": EACH_TIME})


def below(text: str, base: str) -> str:
    """Return the start page for a server below a path: where its files are, and the path for its scripts.

    >>> below('<head><link href="./icon.svg"></head>', "/catan")
    '<head><meta name="base-path" content="/catan" /><link href="/catan/icon.svg"></head>'
    """
    text = text.replace('="./', f'="{base}/')
    return text.replace("<head>", f'<head><meta name="base-path" content="{escape(base)}" />', 1)


def found(folder: Path, path: str) -> Path | None:
    """Return the file of a path, if it is in the folder and no link leads there."""
    try:
        file = (folder / path.lstrip("/")).resolve()
        return file if file.is_relative_to(folder) and file.is_file() else None
    except (OSError, ValueError):
        return None


def api_page(description: dict[str, Any], base: str = "") -> str:
    """Write the page about the API from its OpenAPI description; it loads nothing."""
    link = f'<a href="{base}/api/openapi.json">The description</a>'
    parts = [f"<p>Everything that a client can do. {link} has all models.</p>"]
    for path, methods in description["paths"].items():
        parts += [_route(method, path, route) for method, route in methods.items()]
    return FRAME.format(title="The API of Longroad", content="\n".join(parts))


def _route(method: str, path: str, route: dict[str, Any]) -> str:
    asked = ", ".join(f"<code>{escape(each['name'])}</code>" for each in route.get("parameters", ()))
    answers = ", ".join(f"{status} {escape(each['description'])}" for status, each in route["responses"].items())
    return (
        f"<section><h2><code>{method.upper()} {escape(path)}</code> {escape(route['summary'])}</h2>"
        f"<p>{escape(route.get('description', ''))}</p>{f'<p>Parameters: {asked}</p>' if asked else ''}"
        f"<p>Answers: {answers}</p></section>"
    )
