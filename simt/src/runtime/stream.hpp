// SPDX-License-Identifier: MIT
//
// Streams as queues of work, events as points in them, and graphs as recorded work.
//
// Work is done when it is enqueued (seed 0), which is a legal order; or it is put off until
// something waits for it, streams taking turns by the seed, so that a missing synchronisation
// shows. Nothing here knows what the work is.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

/// One call of cudaEventRecord: the event is complete once the last recorded ticket is done.
struct CUevent_st {
  using Clock = std::chrono::steady_clock;
  unsigned flags = 0;
  std::uint64_t recorded = 0;   ///< ticket of the last record; 0 = never recorded
  std::uint64_t completed = 0;  ///< highest ticket done
  struct CUgraph_st* captured_in = nullptr;
  Clock::time_point time;

  bool complete() const { return completed >= recorded; }
};

/// One thing to do in stream order, after `event` has reached `ticket` if it is set.
struct StreamWork {
  std::function<void()> run;
  CUevent_st* event = nullptr;
  std::uint64_t ticket = 0;
};

/// A piece of work of a graph, done once all of `after` are done.
struct CUgraphNode_st {
  std::vector<StreamWork> work;
  std::vector<CUgraphNode_st*> after;
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;  ///< in order of their making

  /// What a capture records follows what it recorded before: the order of the calls is legal.
  void record(StreamWork work) {
    auto node = std::make_unique<CUgraphNode_st>();
    node->work.push_back(std::move(work));
    if (!nodes.empty()) node->after.push_back(nodes.back().get());
    nodes.push_back(std::move(node));
  }
};

/// A graph ready to run: nodes name those before them by number.
struct CUgraphExec_st {
  struct Node {
    std::vector<StreamWork> work;
    std::vector<std::size_t> after;
  };
  std::vector<Node> nodes;
};

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
  std::uint64_t id = 0;
  std::deque<StreamWork> queue;
  CUgraph_st* capture = nullptr;  ///< set while this stream records instead of doing
  bool capture_origin = false;    ///< cudaStreamBeginCapture was called on this one

  /// Does the oldest piece of work; false if it must wait for an event or there is none.
  bool step() {
    if (queue.empty()) return false;
    const StreamWork& front = queue.front();
    if (front.event != nullptr && front.event->completed < front.ticket) return false;
    const StreamWork work = std::move(queue.front());
    queue.pop_front();
    if (work.run) work.run();
    return true;
  }
};

namespace simt::runtime {

/// All streams of the device and the order in which their work is done.
class StreamSet {
 public:
  explicit StreamSet(std::uint64_t seed) : state_(seed), deferred_(seed != 0) {
    streams_.push_back(&legacy_);
  }

  CUstream_st* legacy() { return &legacy_; }
  CUstream_st* create(unsigned flags, int priority);
  /// Finishes its work first, as CUDA lets the work finish after cudaStreamDestroy.
  void destroy(CUstream_st* stream);
  bool exists(const CUstream_st* stream) const;

  /// Adds work in stream order; `legacy` work also follows and precedes that of blocking streams.
  void enqueue(CUstream_st* stream, StreamWork work);
  /// Does all work of the stream, and what it waits for.
  void drain(CUstream_st* stream);
  void drain_all();
  /// Does work until the event's last record is reached.
  void drain_until(const CUevent_st& event);
  /// Does one piece of work, for a host that polls.
  void step_any();
  /// Forgets a destroyed event.
  void forget(const CUevent_st* event);

  bool deferred() const { return deferred_; }
  /// A number below `bound`: 0 with seed 0.
  std::uint64_t choose(std::uint64_t bound) { return deferred_ ? random() % bound : 0; }
  std::uint64_t next_ticket() { return ++ticket_; }
  const std::vector<CUstream_st*>& streams() const { return streams_; }

 private:
  bool step_one();
  std::uint64_t random();

  CUstream_st legacy_;
  std::vector<CUstream_st*> streams_;  ///< legacy first; the others are owned
  std::uint64_t state_;
  bool deferred_;
  std::uint64_t ticket_ = 0;
  std::uint64_t next_id_ = 0;
};

}  // namespace simt::runtime
