# SPDX-License-Identifier: MIT
import pytest
from api import request, symbols

INDEX = """<doxygenindex>
<compound refid="namespacecm" kind="namespace"><name>cm</name></compound>
<compound refid="structcm_1_1Cost" kind="struct"><name>cm::Cost</name></compound>
<compound refid="namespacestd" kind="namespace"><name>std</name></compound>
</doxygenindex>"""
MEMBER = """<memberdef kind="function"><name>{name}</name>
<briefdescription><para>{text}</para></briefdescription><detaileddescription/>
<location file="common/{file}" line="{line}"/></memberdef>"""


@pytest.fixture
def folder(tmp_path):
    members = [
        MEMBER.format(name="price", text="Prices it.", file="a.hpp", line=9),
        MEMBER.format(name="hidden", text="", file="a.hpp", line=3),
        MEMBER.format(name="other", text="Elsewhere.", file="b.hpp", line=1),
    ]
    text = (
        f"<doxygen><compounddef><sectiondef>{''.join(members)}</sectiondef></compounddef></doxygen>"
    )
    (tmp_path / "index.xml").write_text(INDEX)
    (tmp_path / "namespacecm.xml").write_text(text)
    (tmp_path / "structcm_1_1Cost.xml").write_text(
        "<doxygen><compounddef><briefdescription>A cost.</briefdescription><detaileddescription/>"
        '<location file="common/a.hpp" line="5"/></compounddef></doxygen>'
    )
    return tmp_path


def test_what_a_header_documents_in_its_order(folder):
    assert symbols(folder, "a.hpp") == [(5, "struct", "cm::Cost"), (9, "function", "cm::price")]


def test_breathe_is_asked_by_name():
    assert request("function", "cm::price")[0] == "```{doxygenfunction} cm::price"
    assert ":members:" in request("struct", "cm::Cost")
