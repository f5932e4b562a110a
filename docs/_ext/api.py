# SPDX-License-Identifier: MIT
"""{api} shows everything public that a header of common/ documents, in the header's order.

```{api} timing.cuh
```

It asks Breathe for each class, function, enum, type and macro by name, since Doxygen keeps the
members of a namespace apart from their file. Nothing that a header documents can be forgotten here.
"""

import xml.etree.ElementTree as ElementTree

from _page import PageDirective
from _project import root
from _rows import ResultsError
from docutils.statemachine import StringList

NAMESPACE = "cm"
DIRECTIVES = {
    "class": "doxygenclass",
    "struct": "doxygenstruct",
    "function": "doxygenfunction",
    "enum": "doxygenenum",
    "typedef": "doxygentypedef",
    "variable": "doxygenvariable",
    "define": "doxygendefine",
}


def symbols(folder, header):
    """Return [(line, kind, name)] of what `header` documents, by line."""
    found = []
    index = ElementTree.parse(folder / "index.xml").getroot()
    for compound in index:
        kind, name = compound.get("kind"), compound.findtext("name")
        wanted = name == NAMESPACE or name.endswith(header) or name.startswith(f"{NAMESPACE}::")
        if not wanted or "::detail" in name:
            continue
        definition = ElementTree.parse(folder / f"{compound.get('refid')}.xml").getroot()[0]
        if kind in ("class", "struct"):
            found += _entry(definition, kind, name, header)
        elif kind in ("namespace", "file"):
            prefix = f"{NAMESPACE}::" if kind == "namespace" else ""
            for member in definition.findall("sectiondef/memberdef"):
                member_name = prefix + member.findtext("name")
                found += _entry(member, member.get("kind"), member_name, header)
    return sorted(found)


def _entry(definition, kind, name, header):
    place = definition.find("location")
    text = "".join(definition.find("briefdescription").itertext()).strip()
    text += "".join(definition.find("detaileddescription").itertext()).strip()
    if not text or place.get("file") != f"common/{header}" or kind not in DIRECTIVES:
        return []
    return [(int(place.get("line")), kind, name)]


def request(kind, name):
    """Return the lines that ask Breathe for a symbol."""
    members = [":members:"] if kind in ("class", "struct") else []
    return [f"```{{{DIRECTIVES[kind]}}} {name}", *members, "```", ""]


class ApiDirective(PageDirective):
    """Writes the symbols of a header."""

    required_arguments = 1

    def make(self):
        """Return what Breathe makes of the symbols."""
        header = self.arguments[0]
        folder = root(self.env) / "build/doxygen/xml"
        if not (root(self.env) / "common" / header).is_file():
            raise ResultsError(f"no header common/{header}: correct the name")
        if not (folder / "index.xml").is_file():
            return []  # The build has warned that Doxygen is missing.
        found = symbols(folder, header)
        if not found:
            raise ResultsError(f"common/{header} documents nothing: write /// comments")
        lines = [line for _, kind, name in found for line in request(kind, name)]
        source = self.get_source_info()[0]
        return self.parse_text_to_nodes(StringList(lines, source=source))


def setup(app):
    """Register the directive."""
    app.setup_extension("_page")
    app.add_directive("api", ApiDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
