# SPDX-License-Identifier: MIT
"""What calls with streams mean: order, origin of each element, time by the model."""

import pytest
from judging.trace import FLOAT, Model, Replay, TraceError

N = 1000
BYTES = FLOAT * N
IN, OUT, BUFFER, OTHER = 1 << 20, 2 << 20, 3 << 20, 4 << 20
KERNEL = 77
S, T = 256, 512
E = 1024


class Trace:
    """Builds the text of a trace. Arrays of the caller are pinned unless said otherwise."""

    def __init__(self, place="pinned"):
        self.lines = [f"kernel 0 {KERNEL}", f"{place} 0 {IN} {BYTES}", f"{place} 0 {OUT} {BYTES}"]
        self.line = 0

    def call(self, name, *values):
        self.line += 1
        self.lines.append(" ".join(str(v) for v in (name, self.line, *values)))
        return self

    def stream(self, *streams, flags=1):
        for stream in streams:
            self.call("stream", stream, flags)
        return self

    def up(self, stream, to=BUFFER, count=N, at=0):
        offset = FLOAT * at
        return self.call("copy_async", to + offset, IN + offset, FLOAT * count, 1, stream)

    def scale(self, stream, to=BUFFER, source=BUFFER, count=N):
        return self.call("launch", KERNEL, (count + 255) // 256, 256, 0, stream, to, source, count)

    def down(self, stream, source=BUFFER, count=N, at=0):
        offset = FLOAT * at
        return self.call("copy_async", OUT + offset, source + offset, FLOAT * count, 2, stream)

    def replay(self, model=None):
        replay = Replay(model)
        replay.run("\n".join([*self.lines, "end 0"]) + "\n")
        return replay

    def fault(self):
        with pytest.raises(TraceError) as caught:
            self.replay()
        return caught.value


def begun(*streams, **flags):
    return Trace().call("device", BUFFER, BYTES).stream(*streams, **flags)


def ended(trace, *streams):
    for stream in streams:
        trace.call("sync_stream", stream)
    for stream in streams:
        trace.call("destroy_stream", stream)
    return trace.call("free", BUFFER)


def test_one_stream_is_in_order():
    replay = ended(begun(S).up(S).scale(S).down(S), S).replay()
    assert replay.mismatch(N, "kernel(in)") is None


def test_streams_are_not_ordered_by_the_order_of_calls():
    fault = begun(S, T).up(S).scale(T).fault()
    assert fault.kind == "race-stream"
    assert "line 4" in fault.message


def test_an_event_orders_what_it_covers():
    trace = begun(S, T).call("event", E).up(S).call("record", E, S).call("wait", T, E)
    trace.scale(T).down(T).call("destroy_event", E)
    assert ended(trace, S, T).replay().mismatch(N, "kernel(in)") is None


def test_an_event_that_was_recorded_too_early_orders_nothing():
    trace = begun(S, T).call("event", E).call("record", E, S).up(S).call("wait", T, E)
    assert trace.scale(T).fault().kind == "race-stream"


def test_a_wait_covers_what_comes_later_in_its_stream_alone():
    trace = begun(S, T).call("event", E).up(S).call("record", E, S)
    assert trace.scale(T).call("wait", T, E).fault().kind == "race-stream"


def test_what_the_host_waited_for_is_over():
    trace = begun(S, T).up(S).call("sync_stream", S).scale(T).down(T)
    assert ended(trace, S, T).replay().mismatch(N, "kernel(in)") is None


@pytest.mark.parametrize(("flags", "ordered"), [(0, True), (1, False)])
def test_the_default_stream_waits_for_blocking_streams(flags, ordered):
    trace = begun(S, flags=flags).up(S).scale(0)
    if ordered:
        trace.down(S)
        assert ended(trace, S).replay().mismatch(N, "kernel(in)") is None
    else:
        assert trace.fault().kind == "race-stream"


def test_two_readers_need_no_order():
    trace = begun(S, T).call("device", OTHER, BYTES).up(S).call("sync_stream", S)
    trace.scale(S, to=OTHER).down(T, source=BUFFER)
    trace.call("sync_device").call("free", OTHER)
    replay = ended(trace, S, T).replay()
    assert replay.mismatch(N, "kernel(in)")["got"] == "in[0]"


def test_parts_that_do_not_overlap_need_no_order():
    trace = begun(S, T).up(S, count=500).up(T, count=500, at=500)
    trace.call("sync_device").scale(S).down(S)
    assert ended(trace, S, T).replay().mismatch(N, "kernel(in)") is None
    trace = begun(S, T).up(S, count=501).up(T, count=500, at=500)
    assert "from element 500" in trace.fault().message


def test_returning_too_early_is_a_fault():
    assert begun(S).up(S).scale(S).down(S).fault().kind == "not-awaited"


def test_giving_an_array_back_is_no_way_to_wait():
    fault = begun(S).up(S).call("free", BUFFER).fault()
    assert (fault.kind, fault.line) == ("not-awaited", 4)


def test_what_is_not_given_back_is_a_leak():
    assert begun(S).call("sync_stream", S).call("destroy_stream", S).fault().kind == "leak"


def test_the_first_element_that_is_wrong_is_named():
    trace = begun(S).up(S).scale(S, count=700).down(S)
    mismatch = ended(trace, S).replay().mismatch(N, "kernel(in)")
    assert (mismatch["index"], mismatch["got"], mismatch["wrong"]) == (700, "in[700]", 300)
    trace = begun(S).up(S).scale(S).down(S, count=900)
    mismatch = ended(trace, S).replay().mismatch(N, "kernel(in)")
    assert (mismatch["verdict"], mismatch["index"], mismatch["wrong"]) == ("not-written", 900, 100)


def test_an_element_in_the_wrong_place_is_wrong():
    trace = begun(S).up(S).scale(S)
    trace.call("copy_async", OUT, BUFFER + FLOAT, BYTES - FLOAT, 2, S)
    mismatch = ended(trace, S).replay().mismatch(N, "kernel(in)")
    assert (mismatch["index"], mismatch["got"]) == (0, "kernel(in[1])")


def test_a_kernel_that_runs_twice_is_wrong():
    replay = ended(begun(S).up(S).scale(S).scale(S).down(S), S).replay()
    assert replay.mismatch(N, "kernel(in)")["got"] == "kernel(kernel(in[0]))"


@pytest.mark.parametrize(
    ("calls", "kind"),
    [
        ([("copy_async", BUFFER, IN, BYTES + FLOAT, 1, S)], "out-of-bounds"),
        ([("copy_async", BUFFER + 1, IN, FLOAT, 1, S)], "misaligned"),
        ([("copy_async", OTHER, IN, FLOAT, 1, S)], "out-of-bounds"),
        ([("copy_async", BUFFER, IN, FLOAT, 2, S)], "invalid-call"),
        ([("copy_async", BUFFER, IN, FLOAT, 1, T)], "invalid-call"),
        ([("launch", 5, 1, 1, 0, S, BUFFER, BUFFER, 1)], "refused"),
        ([("launch", KERNEL, 1, 1025, 0, S, BUFFER, BUFFER, 1)], "invalid-call"),
        ([("launch", KERNEL, 0, 1, 0, S, BUFFER, BUFFER, 1)], "invalid-call"),
        ([("launch", KERNEL, 1, 1, 0, S, OUT, BUFFER, 1)], "out-of-bounds"),
        ([("launch", KERNEL, 1, 1, 1 << 20, S, BUFFER, BUFFER, 1)], "invalid-call"),
        ([("free", OUT)], "invalid-call"),
        ([("free_host", IN)], "invalid-call"),
        ([("register", IN, BYTES)], "invalid-call"),
        ([("unregister", IN)], "invalid-call"),
        ([("wait", S, E)], "invalid-call"),
        ([("destroy_stream", 0)], "invalid-call"),
        ([("no_such_call",)], "invalid-call"),
        ([("free",)], "invalid-call"),
        ([("run", 1)], "invalid-call"),
        ([("_init_",)], "invalid-call"),
    ],
)
def test_a_call_that_cannot_be_is_a_fault(calls, kind):
    trace = begun(S)
    for call in calls:
        trace.call(*call)
    assert trace.fault().kind == kind


@pytest.mark.parametrize("text", ["", "kernel 0 1\n", "end", "host 0 1 0\nend 0\nhost 0 1 0\n"])
def test_a_trace_without_an_end_is_no_pass(text):
    replay = Replay()
    with pytest.raises(TraceError):
        replay.run(text)
        replay.mismatch(0, "kernel(in)")


def test_a_trace_cannot_say_how_much_there_is_to_do():
    replay = Replay()
    replay.run(f"host 0 {IN} 0\nhost 0 {OUT} 0\nend 0\n")
    with pytest.raises(TraceError):
        replay.mismatch(N, "kernel(in)")


def test_too_many_calls_are_refused():
    trace = begun(S)
    for _ in range(5000):
        trace.call("sync_device")
    assert trace.fault().kind == "too-many-calls"


MODEL = Model(
    pinned=4.0, pageable=1.0, kernel=8.0, threads=float("inf"), call=0.0, begin=0.0
)  # 1000 us a copy


def test_one_stream_takes_the_sum():
    # 1000 each way, and the kernel reads and writes 8000 bytes at 8 a microsecond.
    assert ended(begun(S).up(S).scale(S).down(S), S).replay(MODEL).time_us == 3000


def test_two_streams_overlap():
    trace = begun(S, T)
    for half, stream in enumerate((S, T)):
        at = 500 * half
        place = BUFFER + FLOAT * at
        trace.up(stream, count=500, at=at)
        trace.scale(stream, to=place, source=place, count=500)
        trace.down(stream, count=500, at=at)
    # Four steps of 500: the second half follows one step behind.
    assert ended(trace, S, T).replay(MODEL).time_us == 2000


def test_an_engine_takes_what_is_ready_first():
    # The first copy down waits for a kernel; the second, in another stream, need not.
    trace = begun(S, T).call("device", OTHER, BYTES).up(S).scale(S).down(S, count=500)
    trace.call("copy_async", OUT + 2000, OTHER + 2000, 2000, 2, T)
    trace.call("sync_device").call("free", OTHER)
    assert ended(trace, S, T).replay(MODEL).time_us == 2500


def test_pageable_memory_is_slow_and_holds_the_host():
    trace = Trace("host").call("device", BUFFER, BYTES).stream(S).up(S).scale(S).down(S)
    assert ended(trace, S).replay(MODEL).time_us == 9000
    trace = Trace("host").call("register", IN, BYTES).call("register", OUT, BYTES)
    trace.call("device", BUFFER, BYTES).stream(S).up(S).scale(S).down(S)
    trace = ended(trace, S).call("unregister", IN).call("unregister", OUT)
    assert trace.replay(MODEL).time_us == 3000
