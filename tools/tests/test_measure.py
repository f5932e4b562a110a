# SPDX-License-Identifier: MIT
"""Measuring and checking for staleness, with stand-ins for the GPU, its tools and the programs."""

import json
import re
import stat
import sys
from pathlib import Path

import measure
import pytest
from results import read_csv

NAME = "chapter03.access_pattern"
OTHER = "chapter05.transpose"
SMI_MACHINE = "NVIDIA H200, 580.159.04, 9.0, 143771, 3201, 1980, 700.00, Enabled, Enabled, [N/A]"
SMI_LOAD = "1755, 44, 0x0000000000000005"
METRICS = {"requests": "m.requests.sum", "sectors": "m.sectors.sum"}
DERIVED = {"per_request": "sectors / requests"}
EXPECT = {"per_request": {"rel": 0.0}}

PROGRAM = """
import json, sys
rows = [{"kernel": "copy", "variant": "float", "n": 64, "params": {"stride": stride},
         "samples": 20, "time_ms": 0.5, "predicted_per_request": 4 * stride} for stride in (1, 3)]
profile = "--profile" in sys.argv
if profile:
    for row in rows: row["time_ms"] = None
device = {"name": "NVIDIA H200", "sm_count": 132}
report = {"schema": 1, "program": "NAME", "quick": False, "profile": profile, "device": device,
          "rows": rows, "skipped": []}
BODY
with open(sys.argv[sys.argv.index("--json") + 1], "w") as file: file.write(json.dumps(report))
"""
NCU = """
import subprocess, sys
log = sys.argv[sys.argv.index("--log-file") + 1]
names = sys.argv[sys.argv.index("--metrics") + 1].split(",")
start = sys.argv.index("--force-overwrite") + 1
BODY
code = subprocess.run(sys.argv[start:]).returncode
def line(*cells): return ",".join(f'"{cell}"' for cell in cells)
text = ["==PROF== Connected", line("ID", *names), line("", *("" for _ in names))]
text += [line(i, "1,000", count) for i, count in enumerate(("4,000", "12,000"))]
open(log, "w").write("\\n".join(text))
sys.exit(code)
"""


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


class Project:
    """A clone with two programs, in a folder of its own."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.folder = root / "results" / "nvidia-h200"
        self.build = root / "build" / "dev"
        monkeypatch.setattr(measure, "ROOT", root)
        monkeypatch.setenv("PATH", str(root / "bin"), prepend=":")
        monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
        (root / "common").mkdir()
        for name in (NAME, OTHER):
            self.program(name)
            self.source(name).write_text("int main() {}\n")
        self.counters(derived=DERIVED)
        self.list_programs()
        (self.build / "CMakeCache.txt").write_text("CMAKE_CXX_COMPILER:FILEPATH=/nowhere/g++\n")
        self.nvidia_smi()
        self.ncu()

    def source(self, name: str) -> Path:
        return self.root / f"{name}.cu"

    def program(self, name: str, body: str = "") -> None:
        text = PROGRAM.replace("NAME", name).replace("BODY", body)
        script(self.build / "bin" / name, text)

    def ncu(self, body: str = "") -> None:
        script(self.root / "bin" / "ncu", NCU.replace("BODY", body))

    def nvidia_smi(self, body: str = "") -> None:
        text = f"import sys\n{body}\nload = 'clocks.sm' in sys.argv[-1]\n"
        script(
            self.root / "bin" / "nvidia-smi",
            f"{text}print({SMI_LOAD!r} if load else {SMI_MACHINE!r})",
        )

    def counters(self, metrics: dict = METRICS, derived: dict = DERIVED) -> None:
        wanted = {"metrics": metrics, "derived": derived, "expect": EXPECT}
        (self.root / f"{NAME}.counters.json").write_text(json.dumps(wanted))

    def list_programs(self, flags: str = "-O3") -> None:
        entries = [
            {
                "program": name,
                "source": self.source(name).name,
                "flags": flags,
                "binary": f"bin/{name}",
                "min_sm": 0,
                "counters": f"{NAME}.counters.json" if name == NAME else None,
                "args": [],
            }
            for name in (NAME, OTHER)
        ]
        (self.build / "programs.json").write_text(json.dumps(entries))

    def run(self, *options: str) -> int:
        where = ["--build", str(self.build), "--results", str(self.root / "results")]
        return measure.main([*where, "--commit", "abc123", *options])

    def result(self, name: str = NAME) -> dict:
        return json.loads((self.folder / f"{name}.json").read_text())

    def context(self) -> dict:
        return json.loads((self.folder / "context.json").read_text())

    def files(self) -> list[str]:
        return sorted(path.name for path in self.folder.glob("*"))


@pytest.fixture
def project(tmp_path, monkeypatch):
    return Project(tmp_path, monkeypatch)


# --- measuring -------------------------------------------------------------------


def test_results_say_where_they_come_from(project):
    assert project.run() == 0
    assert project.files() == [
        f"{NAME}.counters.csv",
        f"{NAME}.json",
        f"{OTHER}.json",
        "context.json",
    ]
    result = project.result()
    assert [row["params"]["stride"] for row in result["rows"]] == [1, 3]
    measured = result["measured"]
    assert measured["gpu"] == "NVIDIA H200"
    assert measured["slug"] == "nvidia-h200"
    assert measured["driver"] == "580.159.04"
    assert measured["memory_clock_mhz"] == 3201
    assert measured["power_limit_w"] == 700.0
    assert measured["sm_clock_mhz"] == 1755
    assert measured["clock_event_reasons"] == ["sw_power_cap"]
    assert (measured["commit"], measured["dirty"]) == ("abc123", False)
    assert measured["flags"] == "-O3"
    assert result["source"]["path"] == f"{NAME}.cu"
    assert result["source"]["command"] == f"./book measure {NAME}"
    context = project.context()
    assert context["device"]["sm_count"] == 132
    assert context["mig_mode"] is None


def test_counters_stand_beside_the_rows(project):
    project.run()
    rows = read_csv(project.folder / f"{NAME}.counters.csv")
    assert [row["params"] for row in rows] == ["stride=1", "stride=3"]
    assert [row["per_request"] for row in rows] == ["4", "12"]
    assert [row["predicted_per_request"] for row in rows] == ["4", "12"]


def test_one_program_leaves_the_others_alone(project):
    assert project.run(OTHER) == 0
    assert project.files() == [f"{OTHER}.json", "context.json"]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("print('FAIL float: [7] got 1 want 2'); sys.exit(1)", r"FAIL float: \[7\] got 1"),
        ("report['quick'] = True", "comes from a --quick run"),
        ("rows[0]['time_ms'] = float('nan')", "is no JSON: NaN"),
        ("rows[0]['time_ms'] = None", "copy/float stride=1 n=64: 'time_ms' is not a number"),
        ("del rows[0]['kernel']", "lacks the key 'kernel'"),
        ("rows[1] = rows[0]", "is there twice"),
        ("report['rows'] = []", "has no rows"),
        ("report['program'] = 'x'", f"is a report of x, not of {NAME}"),
        ("report['schema'] = 2", "has schema 2, this tool reads 1"),
        ("sys.exit(0)", "cannot be read"),
    ],
)
def test_a_failed_program_keeps_its_old_file_and_fails_the_command(
    project, capsys, body, complaint
):
    project.run()
    before = project.result()
    project.program(NAME, body)
    assert project.run() == 1
    assert project.result() == before
    said = capsys.readouterr()
    assert "the old results stay" in said.out
    assert f"failed: {NAME}" in said.err
    assert re.search(complaint, said.out)
    assert not list(project.folder.glob("*.tmp"))


def test_a_skipped_program_is_no_failure(project, capsys):
    project.program(NAME, "print('SKIPPED: needs sm_90'); sys.exit(77)")
    assert project.run() == 0
    assert f"{NAME}: skipped: needs sm_90" in capsys.readouterr().out
    assert project.files() == [f"{OTHER}.json", "context.json"]
    assert project.run("--check") == 0
    # Measuring another program does not forget it, measuring it does.
    project.run(OTHER)
    assert project.context()["skipped"] == {NAME: "needs sm_90"}
    project.program(NAME)
    project.run(NAME)
    assert project.context()["skipped"] == {}
    # Where it cannot run, the results of a machine where it could stay, and no skip is noted.
    project.program(NAME, "print('SKIPPED: needs two GPUs'); sys.exit(77)")
    project.run()
    assert f"{NAME}.json" in project.files()
    assert project.context()["skipped"] == {}


def test_no_permission_to_count_is_said_and_the_times_stay(project, capsys):
    project.ncu("print('==ERROR== ERR_NVGPUCTRPERM'); sys.exit(1)")
    assert project.run() == 0
    assert "no counters: this user may not read" in capsys.readouterr().out
    assert f"{NAME}.json" in project.files()
    assert "ERR_NVGPUCTRPERM" in project.result()["source"]["no_counters"]
    assert project.run("--check") == 0


def test_counters_that_do_not_join_keep_both_old_files(project, capsys):
    project.run()
    before = project.result()
    project.program(NAME, "rows.pop()")
    assert project.run() == 1
    assert "the rows stand for 1 kernel launches, but ncu saw 2" in capsys.readouterr().out
    assert project.result() == before


def test_without_a_gpu_nothing_is_measured(project, capsys):
    project.nvidia_smi("print('No devices were found'); sys.exit(6)")
    assert project.run() == 1
    assert "nvidia-smi failed: No devices were found" in capsys.readouterr().err
    assert not project.folder.exists()


def test_an_unknown_program_is_named(project, capsys):
    assert project.run("chapter99.nothing") == 1
    said = capsys.readouterr().err
    assert f"there is no program 'chapter99.nothing'; there are {NAME}, {OTHER}" in said


def test_a_tree_without_cuda_cannot_measure(project, capsys):
    path = project.build / "programs.json"
    path.write_text(path.read_text().replace(f'"bin/{NAME}"', "null"))
    assert project.run() == 1
    assert "built without a CUDA toolkit" in capsys.readouterr().out


# --- staleness -------------------------------------------------------------------


def test_what_was_measured_is_fresh(project, capsys):
    project.run()
    assert project.run("--check") == 0
    assert "fresh: 2 programs on nvidia-h200" in capsys.readouterr().out


def test_a_comment_does_not_make_results_stale(project):
    project.run()
    project.source(NAME).write_text("// said better\nint main()  {}\n")
    assert project.run("--check") == 0


@pytest.mark.parametrize("change", ["code", "flags", "metrics", "csv"])
def test_what_changed_is_named_with_the_command_to_run(project, capsys, change):
    project.run()
    if change == "code":
        project.source(NAME).write_text("int main() { return 0; }\n")
    elif change == "flags":
        project.list_programs(flags="-O2")
    elif change == "metrics":
        project.counters(derived={"per_request": "sectors / requests * 1"})
    else:
        (project.folder / f"{NAME}.counters.csv").unlink()
    assert project.run("--check") == 1
    said = capsys.readouterr().out
    assert f"nvidia-h200: {NAME} " in said
    assert f"./book measure {NAME}" in said


def test_a_program_that_waits_for_its_measurement_is_listed_and_no_fault(project, capsys):
    project.run()
    (project.folder / f"{NAME}.json").unlink()
    assert project.run("--check") == 0
    said = capsys.readouterr().out
    assert f"nvidia-h200: {NAME} was never measured" in said
    assert f"./book measure {NAME}" in said
    assert "fresh: 1 programs" in said


def test_a_waiting_program_does_not_hide_a_stale_one(project):
    project.run()
    (project.folder / f"{NAME}.json").unlink()
    project.source(OTHER).write_text("int main() { return 0; }\n")
    assert project.run("--check") == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("not json", "is no JSON"),
        ("[]", "holds no JSON object"),
        ("{}", "lacks the key 'schema'"),
        (None, "source: lacks the key 'hash'"),
    ],
)
def test_a_broken_results_file_gets_one_sentence(project, capsys, text, complaint):
    project.run()
    capsys.readouterr()
    if text is None:
        result = project.result()
        del result["source"]["hash"]
        text = json.dumps(result)
    (project.folder / f"{NAME}.json").write_text(text)
    assert project.run("--check") == 1
    said = capsys.readouterr().err
    assert f"{NAME}.json" in said
    assert complaint in said
    assert said.count("\n") == 1


def test_a_build_tree_that_is_not_there_is_named(tmp_path, capsys):
    assert measure.main(["--build", str(tmp_path / "build" / "dev"), "--check"]) == 1
    assert "run 'cmake --preset dev' first" in capsys.readouterr().err
