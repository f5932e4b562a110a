# SPDX-License-Identifier: MIT
"""Work out what a program asks of a GPU with streams: its order, its results, its time.

The host part of a submission ran with a CUDA runtime that only writes down its calls. Here each
call gets its meaning: which work is certainly over before which, where each element of an array
comes from, and a time by a simple model of two copy engines and one that computes. The submission
never sees a number, and no order of events is left to luck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

FLOAT = 4
MOST_CALLS = 4000
MOST_SHARED = 48 << 10
_LEGACY = 0  # the handle of the default stream
_CALLS = frozenset(
    (
        *("host", "pinned", "device", "free", "free_host", "register", "unregister"),
        *("stream", "destroy_stream", "event", "destroy_event", "record", "wait"),
        *("sync_device", "sync_stream", "sync_event"),
        *("copy", "copy_async", "kernel", "launch", "end"),
    )
)


class TraceError(Exception):
    """The first thing that is wrong with a trace: kind, line, and a sentence."""

    def __init__(self, kind: str, line: int, message: str, fix: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.line = line
        self.message = message
        self.fix = fix


@dataclass(frozen=True)
class Model:
    """Rates in bytes a microsecond, times in microseconds."""

    pinned: float = 25_000.0
    pageable: float = 6_000.0
    kernel: float = 500_000.0  # of what a kernel reads and writes together
    threads: float = 1_000_000.0  # that begin in a microsecond
    call: float = 1.0  # until a call of the host returns
    begin: float = 4.0  # until an engine has begun


@dataclass
class Allocation:
    """An array, and where its elements come from: pieces (begin, end, origin, shift)."""

    address: int
    bytes: int
    place: str  # host, pinned, device
    line: int
    pieces: list[tuple[int, int, str, int]] = field(default_factory=list)
    touched: list[tuple[int, int, int, bool]] = field(default_factory=list)  # begin, end, op, write

    @property
    def is_device(self) -> bool:
        """True if the GPU owns it."""
        return self.place == "device"

    def read(self, begin: int, end: int) -> list[tuple[int, int, str, int]]:
        """Return the pieces between two offsets, cut to them."""
        return [
            (max(b, begin), min(e, end), origin, shift)
            for b, e, origin, shift in self.pieces
            if b < end and e > begin
        ]

    def write(self, begin: int, end: int, new: list[tuple[int, int, str, int]]) -> None:
        """Let `new` take the place of what was between two offsets."""
        old = [p for p in self.pieces if p[1] <= begin or p[0] >= end]
        for b, e, origin, shift in self.pieces:
            if b < begin < e:
                old.append((b, begin, origin, shift))
            if b < end < e:
                old.append((end, e, origin, shift))
        self.pieces = sorted(old + new)


@dataclass
class Work:
    """A copy or a kernel. `before` is the set of work that is over before it begins, as bits."""

    name: str
    line: int
    engine: str
    duration: float
    submitted: float
    before: int
    finish: float | None = None


@dataclass
class Stream:
    """What a stream's next work must wait for."""

    blocking: bool = True
    behind: int = 0


def _bits(numbers: int) -> list[int]:
    found = []
    while numbers:
        lowest = numbers & -numbers
        found.append(lowest.bit_length() - 1)
        numbers ^= lowest
    return found


class Replay:
    """Goes through the calls one by one. Raises TraceError at the first that is wrong."""

    def __init__(self, model: Model | None = None) -> None:
        self.model = model or Model()
        self.allocations: list[Allocation] = []
        self.kernels: set[int] = set()
        self.streams: dict[int, Stream] = {_LEGACY: Stream()}
        self.events: dict[int, int] = {}
        self.owners: dict[int, int] = {}  # line that made a stream or an event
        self.work: list[Work] = []
        self.known = 0  # work that the host has waited for
        self.clock = 0.0
        self.registered: dict[int, int] = {}

    def run(self, text: str) -> None:
        """Go through a whole trace."""
        calls = [words for line in text.splitlines() if (words := line.split())]
        if len(calls) > MOST_CALLS:
            raise TraceError("too-many-calls", 0, f"more than {MOST_CALLS} calls")
        if not calls or calls[-1][:1] != ["end"]:
            raise TraceError("crashed", 0, "the program did not return")
        for name, *values in calls:
            if name not in _CALLS:
                raise TraceError("invalid-call", 0, f"{name}: no such call")
            handler: Callable[..., None] = getattr(self, f"_{name}_")
            self.clock += self.model.call
            try:
                handler(*(int(value) for value in values))
            except (TypeError, ValueError) as error:
                raise TraceError("invalid-call", 0, f"{name}: {error}") from error

    # --- arrays -------------------------------------------------------------------------------

    def _add(self, place: str, line: int, address: int, size: int) -> None:
        self.allocations.append(Allocation(address, size, place, line))

    def _host_(self, line: int, address: int, size: int) -> None:
        self._given(line, "host", address, size)

    def _pinned_(self, line: int, address: int, size: int) -> None:
        if line == 0:
            self._given(line, "pinned", address, size)
        else:
            self._add("pinned", line, address, size)

    def _given(self, line: int, place: str, address: int, size: int) -> None:
        """Note an array of ours: the first holds the input."""
        self._add(place, line, address, size)
        if len(self.allocations) == 1 and size:
            self.allocations[0].pieces = [(0, size, "in", 0)]

    def _device_(self, line: int, address: int, size: int) -> None:
        self._add("device", line, address, size)

    def _find(self, line: int, address: int, size: int, what: str) -> tuple[Allocation, int]:
        for a in self.allocations:
            if a.address <= address <= a.address + max(a.bytes, 1):
                offset = address - a.address
                if offset % FLOAT or size % FLOAT:
                    raise TraceError("misaligned", line, f"{what}: not a whole number of floats")
                if offset + size > a.bytes:
                    over = (offset + size - a.bytes) // FLOAT
                    message = f"{what}: {over} elements past the end of an array on the {a.place}"
                    raise TraceError("out-of-bounds", line, message)
                return a, offset
        raise TraceError("out-of-bounds", line, f"{what}: no array is there, or it was freed")

    def _release(self, line: int, address: int, places: tuple[str, ...], call: str) -> None:
        if address == 0:
            return
        for a in self.allocations[2:]:
            if a.address == address and a.place in places:
                self._require_unused(line, a, call)
                self.allocations.remove(a)
                return
        raise TraceError("invalid-call", line, f"{call}: this address was not allocated for it")

    def _require_unused(self, line: int, a: Allocation, call: str) -> None:
        """Raise TraceError if work on an array may not be over: giving back waits for nothing."""
        for _, _, number, _ in a.touched:
            if not self.known >> number & 1:
                message = f"{call}: {self.work[number].name} may still use this array"
                raise TraceError("not-awaited", line, message, "wait for the work first")

    def _free_(self, line: int, address: int) -> None:
        self._release(line, address, ("device",), "cudaFree")

    def _free_host_(self, line: int, address: int) -> None:
        self._release(line, address, ("pinned",), "cudaFreeHost")

    def _register_(self, line: int, address: int, size: int) -> None:
        a, offset = self._find(line, address, size, "cudaHostRegister")
        if size == 0:
            raise TraceError("invalid-call", line, "cudaHostRegister: there is nothing to pin")
        if offset or size != a.bytes or a.place != "host":
            message = "cudaHostRegister: pin each pageable array once and as a whole"
            raise TraceError("invalid-call", line, message)
        a.place = "pinned"
        self.registered[address] = line

    def _unregister_(self, line: int, address: int) -> None:
        if address not in self.registered:
            raise TraceError(
                "invalid-call", line, "cudaHostUnregister: this array is not registered"
            )
        a, _ = self._find(line, address, 0, "cudaHostUnregister")
        self._require_unused(line, a, "cudaHostUnregister")
        a.place = "host"
        del self.registered[address]

    # --- streams and events -------------------------------------------------------------------

    def _stream_(self, line: int, handle: int, flags: int) -> None:
        self.streams[handle] = Stream(blocking=flags == 0)
        self.owners[handle] = line

    def _stream(self, line: int, handle: int) -> Stream:
        if handle not in self.streams:
            raise TraceError("invalid-call", line, "this stream does not exist")
        return self.streams[handle]

    def _destroy_stream_(self, line: int, handle: int) -> None:
        if handle == _LEGACY:
            raise TraceError("invalid-call", line, "the default stream cannot be destroyed")
        self._stream(line, handle)
        del self.streams[handle], self.owners[handle]

    def _event_(self, line: int, handle: int) -> None:
        self.events[handle] = 0
        self.owners[handle] = line

    def _event(self, line: int, handle: int) -> int:
        if handle not in self.events:
            raise TraceError("invalid-call", line, "this event does not exist")
        return self.events[handle]

    def _destroy_event_(self, line: int, handle: int) -> None:
        self._event(line, handle)
        del self.events[handle], self.owners[handle]

    def _record_(self, line: int, event: int, stream: int) -> None:
        self._event(line, event)
        self.events[event] = self._behind(line, stream)

    def _wait_(self, line: int, stream: int, event: int) -> None:
        self._stream(line, stream).behind |= self._event(line, event)

    def _behind(self, line: int, handle: int) -> int:
        """Return what new work of a stream waits for."""
        stream = self._stream(line, handle)
        behind = stream.behind
        if handle == _LEGACY:
            for other in self.streams.values():
                behind |= other.behind if other.blocking else 0
        elif stream.blocking:
            behind |= self.streams[_LEGACY].behind
        return behind

    # --- what the host waits for --------------------------------------------------------------

    def _wait_for(self, work: int) -> None:
        self._schedule()
        self.known |= work
        ends = [self.work[i].finish or 0.0 for i in _bits(work)]
        self.clock = max([self.clock, *ends])

    def _wait_for_all(self) -> None:
        self._wait_for((1 << len(self.work)) - 1)

    def _sync_device_(self, line: int) -> None:
        self._wait_for_all()

    def _sync_stream_(self, line: int, stream: int) -> None:
        self._wait_for(self._behind(line, stream))

    def _sync_event_(self, line: int, event: int) -> None:
        self._wait_for(self._event(line, event))

    # --- work ---------------------------------------------------------------------------------

    def _submit(self, line: int, stream: int, name: str, engine: str, duration: float) -> int:
        behind = self._behind(line, stream) | self.known
        number = len(self.work)
        self.work.append(Work(name, line, engine, self.model.begin + duration, self.clock, behind))
        self.streams[stream].behind = behind | 1 << number
        return number

    def _touch(self, number: int, a: Allocation, begin: int, end: int, write: bool) -> None:
        """Note an access; raise TraceError if earlier work on the same elements may not be over."""
        work = self.work[number]
        for b, e, other, wrote in a.touched:
            unordered = other != number and not work.before >> other & 1
            if unordered and b < end and e > begin and (write or wrote):
                old = self.work[other]
                did = "writes" if wrote else "reads"
                where = f"line {old.line}" if old.line else "the kernel"
                message = (
                    f"{work.name} may {'write' if write else 'read'} what {old.name} ({where}) "
                    f"still {did}, from element {max(b, begin) // FLOAT} of an array on the "
                    f"{a.place}: nothing makes the one wait for the other"
                )
                raise TraceError(
                    "race-stream", work.line, message, "record an event, and wait for it"
                )
        a.touched.append((begin, end, number, write))

    def _copy_async_(self, line, to, source, size, kind, stream) -> int:
        name = "cudaMemcpyAsync"
        target, t = self._find(line, to, size, name)
        origin, o = self._find(line, source, size, name)
        asked = {1: (False, True), 2: (True, False), 3: (True, True), 0: (False, False)}
        if kind in asked and asked[kind] != (origin.is_device, target.is_device):
            raise TraceError(
                "invalid-call", line, f"{name}: the kind of copy does not fit the arrays"
            )
        if size == 0:
            return self._submit(line, stream, name, "none", 0)
        pageable = "host" in (target.place, origin.place)
        engine = "in" if target.is_device else "out"
        rate = self.model.pageable if pageable else self.model.pinned
        if origin.is_device and target.is_device:
            engine, rate = "compute", self.model.kernel / 2
        number = self._submit(
            line, stream, f"the copy of {size // FLOAT} elements", engine, size / rate
        )
        self._touch(number, origin, o, o + size, False)
        self._touch(number, target, t, t + size, True)
        moved = [(b - o + t, e - o + t, w, s - t + o) for b, e, w, s in origin.read(o, o + size)]
        target.write(t, t + size, moved)
        if pageable:  # the host has to copy as well; what follows may not rely on it
            self._schedule()
            self.clock = max(self.clock, self.work[number].finish or 0.0)
        return number

    def _copy_(self, line, to, source, size, kind, stream) -> None:
        number = self._copy_async_(line, to, source, size, kind, stream)
        self._wait_for(self.work[number].before | 1 << number)

    def _kernel_(self, line: int, address: int) -> None:
        self.kernels.add(address)

    def _launch_(
        self, line, kernel, blocks, threads, shared_bytes, stream, to, source, count
    ) -> None:
        if kernel not in self.kernels:
            raise TraceError("refused", line, "only the kernel that is given may be launched")
        if not (0 < threads <= 1024 and 0 < blocks < 1 << 31 and shared_bytes <= MOST_SHARED):
            message = (
                f"a launch of {blocks} blocks of {threads} threads with {shared_bytes} bytes of "
                "shared memory cannot be"
            )
            raise TraceError("invalid-call", line, message)
        signed = count - (1 << 64) if count >> 63 else count
        size = FLOAT * max(0, min(signed, blocks * threads))
        count_name = f"the kernel on {size // FLOAT} elements"
        if size == 0:
            self._submit(line, stream, count_name, "compute", 0)
            return
        target, t = self._find(line, to, size, "the kernel's output")
        origin, o = self._find(line, source, size, "the kernel's input")
        if not (target.is_device and origin.is_device):
            raise TraceError("out-of-bounds", line, "the kernel is given an array of the host")
        duration = 2 * size / self.model.kernel + blocks * threads / self.model.threads
        number = self._submit(line, stream, count_name, "compute", duration)
        self._touch(number, origin, o, o + size, False)
        self._touch(number, target, t, t + size, True)
        computed = [
            (b - o + t, e - o + t, f"kernel({w})", s - t + o)
            for b, e, w, s in origin.read(o, o + size)
        ]
        target.write(t, t + size, computed)

    # --- the end ------------------------------------------------------------------------------

    def _end_(self, line: int) -> None:
        self._schedule()
        late = [w for i, w in enumerate(self.work) if not self.known >> i & 1]
        if late:
            message = f"the function returns while {late[-1].name} may still be under way"
            raise TraceError(
                "not-awaited", late[-1].line, message, "wait for the last work of each stream"
            )
        left = [a.line for a in self.allocations[2:]] + list(self.owners.values())
        left += list(self.registered.values())
        if left:
            raise TraceError("leak", min(left), "what is made here is never given back")

    def mismatch(self, count: int, origin: str) -> dict[str, Any] | None:
        """Return the first of `count` results that does not come from where it must."""
        given = self.allocations[:2]
        if [a.bytes for a in given] != [FLOAT * count] * 2:
            raise TraceError("invalid-call", 0, "the arrays that were given are not there any more")
        target = given[1]
        place, wrong, first = 0, 0, None
        for b, e, found, shift in [*target.pieces, (target.bytes, target.bytes, origin, 0)]:
            if b > place:
                first = first or (place, "nothing", "not-written")
                wrong += b - place
            if found != origin or shift != 0:
                where = f"{found.replace('in', f'in[{(b + shift) // FLOAT}]')}"
                first = first or (b, where, "wrong-answer")
                wrong += e - b
            place = e
        if first is None:
            return None
        index = first[0] // FLOAT
        return {
            "verdict": first[2],
            "buffer": "out",
            "index": index,
            "got": first[1],
            "want": origin.replace("in", f"in[{index}]"),
            "wrong": wrong // FLOAT,
            "count": target.bytes // FLOAT,
        }

    def _schedule(self) -> None:
        """Give a time to all work that has none: each engine takes what is ready first."""
        free: dict[str, float] = {}
        waiting = 0
        for i, work in enumerate(self.work):
            if work.finish is None:
                waiting |= 1 << i
            else:
                free[work.engine] = max(free.get(work.engine, 0.0), work.finish)
        ready: dict[int, float] = {}
        while waiting:
            for i in _bits(waiting):
                work = self.work[i]
                if i not in ready and not work.before & waiting:
                    ends = [self.work[j].finish or 0.0 for j in _bits(work.before)]
                    ready[i] = max([work.submitted, *ends])
            # Never empty: work waits for earlier work only.
            start, i = min(
                (max(at, free.get(self.work[i].engine, 0.0)), i) for i, at in ready.items()
            )
            del ready[i]
            waiting &= ~(1 << i)
            self.work[i].finish = start + self.work[i].duration
            free[self.work[i].engine] = start + self.work[i].duration

    @property
    def time_us(self) -> float:
        """The time by the model until the function returned."""
        return self.clock
