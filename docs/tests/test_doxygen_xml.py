# SPDX-License-Identifier: MIT
import os

from doxygen_xml import outdated


def test_xml_is_made_again_only_when_a_source_is_newer(tmp_path):
    index, source = tmp_path / "index.xml", tmp_path / "a.hpp"
    source.touch()
    assert outdated(index, [source])
    index.touch()
    os.utime(source, ns=(0, index.stat().st_mtime_ns - 1))
    assert not outdated(index, [source])
    os.utime(source, ns=(0, index.stat().st_mtime_ns + 1))
    assert outdated(index, [source])
