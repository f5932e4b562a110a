# SPDX-License-Identifier: MIT
import pytest
from _rows import ResultsError
from conftest import PROGRAM, plain
from folklore import verdict_text
from predict import letters

PREDICT = """# Page

:::{predict} How *much* slower?
:answer: b

Set-up.

- twice
- an eighth

It is **b**.
:::
"""
FOLKLORE = f"""# Page

:::{{folklore}} It must be aligned.
:verdict: outdated
:evidence: {PROGRAM}
No longer.
:::
"""
SELFTEST = "# Page\n\n:::{selftest} In which bank is word *k*?\nBank *k* mod 32.\n:::\n"


def test_options_are_lettered():
    assert letters(3) == "abc"
    with pytest.raises(ResultsError, match="two to six"):
        letters(1)


def test_verdicts_are_few():
    assert verdict_text("conditional") == "It depends"
    with pytest.raises(ResultsError, match="no verdict 'maybe': write one of true, wrong"):
        verdict_text("maybe")


def test_prediction_offers_choices_and_folds_the_answer(book):
    status, warnings, html = book.build(PREDICT, "predict")
    assert (status, warnings) == (0, "")
    assert html.count('<input type="radio" name="predict-0"') == 2
    assert '<li class="right">' in html
    assert "Predict How much slower? Set-up. (a) twice (b) an eighth Answer It is b." in plain(html)


def test_folklore_links_to_its_evidence(book):
    status, warnings, html = book.build(FOLKLORE, "folklore")
    assert (status, warnings) == (0, "")
    assert "Outdated It must be aligned. No longer. Evidence: chapter03.copy" in plain(html)
    assert "/blob/main/results/test-gpu/chapter03.copy.json" in html


def test_selftest_folds_its_answer(book):
    status, warnings, html = book.build(SELFTEST, "selftest")
    assert (status, warnings) == (0, "")
    assert "<summary>In which bank is word <em>k</em>?</summary>" in html


def test_boxes_have_a_label_and_folds_work_inside(book):
    page = "# Page\n\n::::{lab-note} A *title*\nText.\n:::{fold} More\nRest.\n:::\n::::\n"
    status, warnings, html = book.build(page, "boxes")
    assert (status, warnings) == (0, "")
    assert "Lab note A title Text. More Rest." in plain(html)


def test_repo_links_to_a_file(book):
    page = "# Page\n\n{repo}`chapters/copy.cu` and {repo}`it <chapters>`\n"
    status, warnings, html = book.build(page, "boxes")
    assert (status, warnings) == (0, "")
    assert 'href="https://github.com/cuda-measured/cuda-measured/blob/main/chapters">it</a>' in html


@pytest.mark.parametrize(
    ("page", "extension", "message"),
    [
        (PREDICT.replace("- twice\n- an eighth\n", ""), "predict", "predict has no options"),
        (PREDICT.replace("It is **b**.", ""), "predict", "predict has no answer"),
        (PREDICT.replace("answer: b", "answer: d"), "predict", "predict has no option 'd'"),
        (FOLKLORE.replace("No longer.", ""), "folklore", "folklore has no evidence"),
        (FOLKLORE.replace(PROGRAM, "chapter08.none"), "folklore", "no results of program"),
        (SELFTEST.replace("Bank *k* mod 32.\n", ""), "selftest", "selftest has no answer"),
        ("# Page\n\n:::{pitfall}\n:::\n", "boxes", "pitfall is empty"),
        ("# Page\n\n{repo}`none.cu`\n", "boxes", "no file none.cu in the book"),
    ],
)
def test_mistake_is_a_warning_at_its_line(book, page, extension, message):
    status, warnings, _ = book.build(page, extension)
    assert status != 0
    assert f"index.md:3: WARNING: {message}" in warnings
