// SPDX-License-Identifier: MIT
#include "runtime/stream.hpp"

#include <algorithm>
#include <utility>

#include "simt/driver_types.h"

namespace simt::runtime {

CUstream_st* StreamSet::create(unsigned flags, int priority) {
  auto* stream = new CUstream_st;
  stream->flags = flags;
  stream->priority = priority;
  stream->id = ++next_id_;
  streams_.push_back(stream);
  return stream;
}

void StreamSet::destroy(CUstream_st* stream) {
  drain(stream);
  streams_.erase(std::find(streams_.begin(), streams_.end(), stream));
  delete stream;
}

bool StreamSet::exists(const CUstream_st* stream) const {
  return std::find(streams_.begin(), streams_.end(), stream) != streams_.end();
}

void StreamSet::enqueue(CUstream_st* stream, StreamWork work) {
  if (stream == &legacy_) {
    for (CUstream_st* other : std::vector(streams_)) {
      if (other != &legacy_ && (other->flags & cudaStreamNonBlocking) == 0) drain(other);
    }
  } else if ((stream->flags & cudaStreamNonBlocking) == 0) {
    drain(&legacy_);
  }
  stream->queue.push_back(std::move(work));
  if (!deferred_) drain(stream);
}

void StreamSet::drain(CUstream_st* stream) {
  while (!stream->queue.empty()) {
    // Someone else's work first, now and then: the order between streams is not promised.
    if (deferred_ && random() % 2 == 0 && step_one()) continue;
    if (!stream->step() && !step_one()) return;
  }
}

void StreamSet::drain_all() {
  while (step_one()) {
  }
}

void StreamSet::drain_until(const CUevent_st& event) {
  while (!event.complete() && step_one()) {
  }
}

void StreamSet::step_any() { step_one(); }

void StreamSet::forget(const CUevent_st* event) {
  for (CUstream_st* stream : streams_) {
    for (StreamWork& work : stream->queue) {
      if (work.event == event) work.event = nullptr;
    }
  }
}

bool StreamSet::step_one() {
  const std::size_t first = deferred_ ? random() % streams_.size() : 0;
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    if (streams_[(first + i) % streams_.size()]->step()) return true;
  }
  return false;
}

std::uint64_t StreamSet::random() {
  state_ += 0x9e3779b97f4a7c15ull;  // splitmix64
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

}  // namespace simt::runtime
