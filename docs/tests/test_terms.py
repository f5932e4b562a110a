# SPDX-License-Identifier: MIT
from terms import find_term

GLOSSARY = """# Glossary

```{glossary}
warp
  32 threads.
```

```{toctree}
chapters/page
```
"""
CHAPTER = "# A\n\nA *warp* has lanes. Two *warps* have more. A *cat* has none.\n"


def test_words_are_found_in_singular_and_plural():
    terms = {"warp": ("glossary", "term-warp")}
    assert find_term("Warps", terms) == ("glossary", "term-warp")
    assert find_term("cat", terms) is None


def test_first_use_leads_to_the_glossary(book):
    book.write("chapters/page.md", CHAPTER)
    status, warnings, _ = book.build(GLOSSARY, "terms")
    assert (status, warnings) == (0, "")
    html = (book.out / "chapters/page.html").read_text()
    assert html.count("../index.html#term-warp") == 1
    assert "<em>warps</em>" in html
    assert "<em>cat</em>" in html
