# SPDX-License-Identifier: MIT
"""Gives every page a content security policy: nothing comes from another host.

The policy names the page's own inline scripts by their hash and allows no others, so that text
which finds its way into a page, from a link or a file, never runs. WebAssembly and workers made
from a text are allowed, since programs run in the page.
"""

import base64
import hashlib
import re
from pathlib import Path

INLINE = re.compile(r"<script(?![^>]*\ssrc=)([^>]*)>(.*?)</script>", re.DOTALL)
HEAD = re.compile(r"<head\b[^>]*>(?:\s*<meta charset[^>]*>)?")


def inline_hashes(html):
    """Return the hashes, as a policy writes them, of the scripts that stand in the page itself."""
    hashes = []
    for attributes, script in INLINE.findall(html):
        if "application/" not in attributes:  # data, which a browser does not run
            digest = hashlib.sha256(script.encode()).digest()
            hashes.append(f"'sha256-{base64.b64encode(digest).decode()}'")
    return sorted(set(hashes))


def policy(html):
    """Return the policy for a page."""
    scripts = " ".join(["'self'", "'wasm-unsafe-eval'", *inline_hashes(html)])
    return (
        f"default-src 'self'; script-src {scripts}; worker-src 'self' blob:; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
        "object-src 'none'; base-uri 'self'; form-action 'self'"
    )


def with_policy(html):
    """Return the page with its policy before everything that the policy governs."""
    meta = f'\n<meta http-equiv="Content-Security-Policy" content="{policy(html)}">'
    return HEAD.sub(lambda head: head[0] + meta, html, count=1)


def _write(app, exception):
    if exception or app.builder.format != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        if "Content-Security-Policy" not in html and HEAD.search(html):
            path.write_text(with_policy(html), encoding="utf-8")


def setup(app):
    """Have the pages rewritten once all are there."""
    app.connect("build-finished", _write, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
