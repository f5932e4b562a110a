# SPDX-License-Identifier: MIT
"""Takes out of the theme's style sheets the rules that no page of the book can use.

They are written for every site that the theme may be asked for. A browser loads all of it before
it shows anything, and looks at it for each element. A selector stays unless it names a class or
an id that stands in no page and in no script.
"""

import re
from hashlib import sha256
from pathlib import Path

THEME = ("styles/pydata-sphinx-theme.css", "styles/sphinx-book-theme.css", "sphinx-design.min.css")
# No page loads it: see light_page.py.
UNUSED = ("fontawesome.js",)
# A comment that is no licence; what only looks like one stands in quotes.
COMMENT = re.compile(r"(\"(?:\\.|[^\"])*\"|'(?:\\.|[^'])*'|/\*!.*?\*/)|/\*.*?\*/", re.DOTALL)
NAMED = re.compile(r"""\s(?:class|id)=(?:"([^"]*)"|'([^']*)')""")
WORD = re.compile(r"[A-Za-z_][\w-]*")
# Whatever stands in brackets may be one of several, or may be what must not be.
BRACKETED = re.compile(r"\[[^\]]*\]|\((?:[^()]|\([^()]*\))*\)")
NEEDED = re.compile(r"[.#]((?:[\w-]|\\.)+)")
# A comment, a text in quotes, or a character that begins, ends or parts something.
TOKEN = re.compile(r"/\*.*?\*/|\"(?:\\.|[^\"])*\"|'(?:\\.|[^'])*'|[{}();,\[\]]|\\.", re.DOTALL)
# Rules that hold rules.
NESTING = ("@media", "@supports", "@layer")


def words_of_page(html):
    """Return the classes and ids of a page, and the words of its own scripts."""
    words = {word for pair in NAMED.findall(html) for text in pair for word in text.split()}
    for script in re.findall(r"<script\b[^>]*>(.*?)</script>", html, re.DOTALL):
        words |= words_of_script(script)
    return words


def words_of_script(text):
    """Return what may be a class or an id that a script gives to an element."""
    return set(WORD.findall(text))


def split_rules(css):
    """Yield (what stands before the braces, what stands in them or None) for each rule."""
    begin = depth = 0
    opened = None
    for match in TOKEN.finditer(css):
        token, at = match[0], match.start()
        if token == "{":
            if depth == 0:
                opened = at
            depth += 1
        elif token == "}":
            depth -= 1
            if depth == 0:
                yield css[begin:opened], css[opened + 1 : at]
                begin = at + 1
        elif token == ";" and depth == 0:
            yield css[begin:at], None
            begin = at + 1


def split_selectors(text):
    """Split a list of selectors at the commas outside of brackets."""
    parts, begin, depth = [], 0, 0
    for match in TOKEN.finditer(text):
        if match[0] in "([":
            depth += 1
        elif match[0] in ")]":
            depth -= 1
        elif match[0] == "," and depth == 0:
            parts.append(text[begin : match.start()])
            begin = match.end()
    return [*parts, text[begin:]]


def can_match(selector, known):
    """Return whether an element with known names may match the selector."""
    needed = NEEDED.findall(BRACKETED.sub("", selector))
    return all(re.sub(r"\\(.)", r"\1", name) in known for name in needed)


def lightened(css, known):
    """Return the style sheet without the rules for names that are not `known`."""
    return "".join(_rules(COMMENT.sub(lambda match: match[1] or "", css), known))


def _rules(css, known):
    for head, body in split_rules(css):
        # The licence stands in a comment before the first rule.
        notice, selector = re.fullmatch(r"((?:\s*/\*.*?\*/)*)(.*)", head, re.DOTALL).groups()
        if body is None:
            yield f"{head};"
        elif selector.lstrip().startswith(NESTING):
            inner = "".join(_rules(body, known))
            yield notice + (f"{selector}{{{inner}}}" if inner else "")
        elif selector.lstrip().startswith("@"):
            yield f"{head}{{{body}}}"
        else:
            kept = [one for one in split_selectors(selector) if can_match(one, known)]
            yield notice + (f"{','.join(kept)}{{{body}}}" if kept else "")


def _write(app, exception):
    if exception or app.builder.format != "html":
        return
    out = Path(app.outdir)
    pages = {path: path.read_text(encoding="utf-8") for path in out.rglob("*.html")}
    known = set().union(*map(words_of_page, pages.values()))
    for path in [*out.glob("_static/*.js"), *out.glob("_static/scripts/*.js")]:
        if path.name not in UNUSED:
            known |= words_of_script(path.read_text(encoding="utf-8"))
    for name in THEME:
        sheet = out / "_static" / name
        if sheet.is_file():
            light = lightened(sheet.read_text(encoding="utf-8"), known)
            sheet.write_text(light, encoding="utf-8")
            version = sha256(light.encode()).hexdigest()[:8]
            link = re.compile(rf'(_static/{re.escape(name)})\?[^"]*"')
            pages = {path: link.sub(rf'\1?v={version}"', html) for path, html in pages.items()}
    for path, html in pages.items():
        path.write_text(html, encoding="utf-8")


def setup(app):
    """Have the style sheets rewritten once all pages are there, and before their policy is made."""
    app.connect("build-finished", _write, priority=850)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
