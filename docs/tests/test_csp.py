# SPDX-License-Identifier: MIT
import base64
import hashlib

from csp import inline_hashes, policy, with_policy

PAGE = """<html><head>
<meta charset="utf-8">
<script>start()</script><script src="a.js"></script>
<script type="application/json">{}</script></head></html>"""


def test_inline_scripts_are_named_by_their_hash():
    digest = base64.b64encode(hashlib.sha256(b"start()").digest()).decode()
    assert inline_hashes(PAGE) == [f"'sha256-{digest}'"]


def test_no_other_host_and_no_other_inline_script_is_allowed():
    text = policy(PAGE)
    assert "http" not in text
    assert "*" not in text
    scripts = text.split("script-src ")[1].split(";")[0]
    assert "unsafe-inline" not in scripts
    assert "'unsafe-eval'" not in scripts


def test_policy_comes_before_what_it_governs():
    html = with_policy(PAGE)
    assert html.index("charset") < html.index("Content-Security-Policy") < html.index("<script>")
    assert html.count("Content-Security-Policy") == 1
