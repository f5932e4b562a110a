// SPDX-License-Identifier: MIT
#include "report_words.hpp"

#include <array>
#include <cstdio>

namespace simt {

namespace {

std::string index_text(const Index3& index) {
  return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," +
         std::to_string(index.z) + ")";
}

std::string hex_text(std::uint64_t value, int digits) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "0x%0*llx", digits,
                static_cast<unsigned long long>(value));
  return text.data();
}

std::string bytes_text(std::uint64_t bytes) {
  return count_text(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string line_text(const Place& place) { return "line " + std::to_string(place.line); }

const char* verb(AccessKind access) {
  switch (access) {
    case AccessKind::kLoad:
      return "read";
    case AccessKind::kStore:
      return "written";
    case AccessKind::kAtomic:
      return "updated atomically";
  }
  return "used";
}

const char* noun(AccessKind access) {
  switch (access) {
    case AccessKind::kLoad:
      return "read";
    case AccessKind::kStore:
      return "write";
    case AccessKind::kAtomic:
      return "atomic update";
  }
  return "access";
}

const char* space_text(Space space) {
  switch (space) {
    case Space::kGlobal:
      return "global memory";
    case Space::kShared:
      return "shared memory";
    case Space::kLocal:
      return "local memory";
    case Space::kConstant:
      return "constant memory";
    case Space::kParameter:
      return "parameter memory";
  }
  return "memory";
}

std::string subject_text(const Subject& subject) {
  if (!subject.element.empty()) return subject.element;
  if (!subject.name.empty()) return subject.name;
  return std::string(space_text(subject.space)) + " at " + hex_text(subject.address, 1);
}

bool same_block(const Finding& finding) {
  return finding.thread.block == finding.other_thread.block;
}

bool same_warp(const Finding& finding) {
  return same_block(finding) && finding.thread.warp == finding.other_thread.warp;
}

/// Who did it, in the words that tell the two sides apart: lane, warp or block.
std::string actor(const Finding& finding, const ThreadId& id) {
  if (same_warp(finding)) return "thread " + index_text(id.thread);
  if (same_block(finding)) return "warp " + std::to_string(id.warp);
  return "block " + index_text(id.block);
}

std::string other_actor(const Finding& finding) {
  switch (finding.others) {
    case Others::kBlocks:
      return "other blocks";
    case Others::kWarpsOfBlock:
      return "other warps";
    case Others::kLanesOfWarp:
      if (same_warp(finding)) return "other threads of the warp";
      break;
    case Others::kOneThread:
      break;
  }
  return actor(finding, finding.other_thread);
}

std::string missing_order(const Finding& finding) {
  if (finding.others == Others::kBlocks || !same_block(finding)) {
    return "nothing orders the two blocks";
  }
  if (finding.others == Others::kWarpsOfBlock || !same_warp(finding)) {
    return "no barrier between";
  }
  return "no __syncwarp() between";
}

std::string race_fix(const Finding& finding) {
  const bool same_line = finding.other && finding.other->line == finding.place.line &&
                         finding.other->file == finding.place.file;
  const std::string where = same_line ? "between the two accesses" : "between the two lines";
  if (finding.others == Others::kBlocks || !same_block(finding)) {
    return "blocks run in any order: use an atomic, a second kernel launch, or "
           "__threadfence() and an atomic flag that the reader tests";
  }
  if (finding.others == Others::kWarpsOfBlock || !same_warp(finding)) {
    return "put __syncthreads() " + where;
  }
  return "put __syncwarp() " + where;
}

FindingWords race_words(const Finding& finding) {
  FindingWords words;
  const std::string there = finding.other ? " at " + line_text(*finding.other) + " by " : " by ";
  words.cause = "race on " + subject_text(finding.subject) + ": " + verb(finding.other_access) +
                there + other_actor(finding) + ", " + verb(finding.access) + " here by " +
                actor(finding, finding.thread) + ", " + missing_order(finding);
  words.other_note = std::string(verb(finding.other_access)) + " here";
  words.fix = race_fix(finding);
  return words;
}

FindingWords atomic_race_words(const Finding& finding) {
  FindingWords words = race_words(finding);
  if (finding.access == AccessKind::kLoad) {
    words.fix = same_block(finding)
                    ? "put __syncthreads() between the updates and the read"
                    : "read it in a later launch, or after all blocks have said through a fence "
                      "and an atomic that they are done";
  } else {
    words.fix =
        "order the plain write before the updates with a barrier or an earlier launch, "
        "or make it atomicExch";
  }
  return words;
}

FindingWords collision_words(const Finding& finding) {
  FindingWords words;
  words.cause = "threads of one warp write different values to " + subject_text(finding.subject) +
                " in the same instruction: one of them wins";
  words.fix = "let one thread write, give each its own element, or use an atomic";
  return words;
}

FindingWords same_value_words(const Finding& finding) {
  FindingWords words;
  words.cause = std::string(noun(finding.access)) + " of " + subject_text(finding.subject) +
                " is not ordered with the " + noun(finding.other_access) +
                (finding.other ? " at " + line_text(*finding.other) : "") +
                ", but leaves the value as it is";
  words.other_note = std::string(verb(finding.other_access)) + " here";
  return words;
}

FindingWords check_words(const Finding& finding) {
  FindingWords words;
  words.cause = "plain read of " + subject_text(finding.subject) +
                " while others update it atomically; an atomic on it follows, so an old value "
                "only costs a repetition";
  words.other_note = "updated here";
  return words;
}

FindingWords uninitialised_words(const Finding& finding) {
  FindingWords words;
  const bool atomic = finding.access == AccessKind::kAtomic;
  words.cause = std::string(atomic ? "atomic update" : "read") + " of " +
                subject_text(finding.subject) + ", which nothing has written (" +
                space_text(finding.subject.space) + ")";
  if (finding.subject.space == Space::kShared) {
    words.fix = "write each element before the barrier that precedes the read";
  } else if (finding.subject.space == Space::kLocal) {
    words.fix = "give it a value where it is declared: int counts[8] = {};";
  } else {
    words.fix = "copy data there or clear it (cudaMemset) before the launch";
  }
  return words;
}

FindingWords async_words(const Finding& finding) {
  FindingWords words;
  words.cause = std::string(noun(finding.access)) + " of " + subject_text(finding.subject) +
                " while an asynchronous copy into it is under way";
  words.other_note = "copied here";
  words.fix =
      "the thread that copies commits and waits (__pipeline_commit, __pipeline_wait_prior), then a "
      "barrier lets the others read";
  return words;
}

/// "0 bytes past the end of out (400 bytes)".
std::string position_text(const Finding& finding) {
  const Subject& subject = finding.subject;
  const std::string whole = subject.name + " (" + bytes_text(subject.size) + ")";
  if (subject.offset < 0) {
    return bytes_text(static_cast<std::uint64_t>(-subject.offset)) + " before the start of " +
           whole;
  }
  const auto offset = static_cast<std::uint64_t>(subject.offset);
  if (offset >= subject.size)
    return bytes_text(offset - subject.size) + " past the end of " + whole;
  return bytes_text(offset) + " into " + whole + ", reaching past its end";
}

std::string access_text(const Finding& finding) {
  return std::string(noun(finding.access)) + " of " + bytes_text(finding.bytes);
}

FindingWords bounds_words(const Finding& finding) {
  FindingWords words;
  if (finding.subject.name.empty()) {
    words.cause = access_text(finding) + " at " + hex_text(finding.subject.address, 1) +
                  ", where no memory was allocated";
  } else {
    words.cause = access_text(finding) + ", " + position_text(finding);
  }
  words.fix = "compare the index with the number of elements before the access, or allocate more";
  return words;
}

FindingWords pointer_words(const Finding& finding) {
  FindingWords words;
  const std::string access = access_text(finding);
  const std::string address = hex_text(finding.subject.address, 1);
  switch (finding.kind) {
    case FindingKind::kUseAfterFree:
      words.cause = access + " in " + finding.subject.name + " (" +
                    bytes_text(finding.subject.size) + ") after it was freed";
      words.fix = "free it after the last launch that uses it has finished";
      break;
    case FindingKind::kNullPointer:
      words.cause = access + " through a null pointer (address " + address + ")";
      words.fix = "check what cudaMalloc returned, and that the pointer reaches the kernel";
      break;
    case FindingKind::kHostPointer:
      words.cause = access + " through a pointer to host memory (" + address + ")";
      words.fix = "pass the pointer from cudaMalloc, not the host array, or use managed memory";
      break;
    case FindingKind::kMisaligned:
      words.cause =
          access + " at " + address + ", which is no multiple of " + std::to_string(finding.bytes);
      words.fix =
          "keep the address a multiple of the type's size: check casts, pitches and "
          "offsets";
      break;
    default:
      words.cause = access + " to " + subject_text(finding.subject) + ", which is read-only";
      words.fix = finding.subject.space == Space::kConstant
                      ? "constant memory is written by cudaMemcpyToSymbol, not by kernels"
                      : "leave the input as it is, and write to an array of your own";
      break;
  }
  return words;
}

FindingWords barrier_words(const Finding& finding) {
  FindingWords words;
  words.cause = "part of the block waits at this barrier and the rest cannot reach it";
  if (finding.other) {
    words.cause += ": it waits at " + line_text(*finding.other);
    words.other_note = "the other threads wait here";
  } else {
    words.cause += ": it has left the kernel or taken another branch";
  }
  words.fix = "move __syncthreads() out of the branch, so that all threads of the block reach it";
  return words;
}

FindingWords mask_words(const Finding& finding) {
  FindingWords words;
  const std::string mask = hex_text(finding.named, 8);
  const std::string lane = std::to_string(finding.thread.lane);
  switch (finding.kind) {
    case FindingKind::kMaskWithoutSelf:
      words.cause = "lane " + lane + " calls with mask " + mask + ", which does not name itself";
      words.fix = "name exactly the lanes that execute the call";
      break;
    case FindingKind::kMaskMismatch:
      words.cause = "lanes of one call give different masks: lane " + lane + " gives " + mask;
      words.fix = "compute the mask before the branch, so that all lanes named in it agree";
      break;
    case FindingKind::kMaskNamesExited:
      words.cause = "mask " + mask + " names lanes that have left the kernel";
      words.fix =
          "keep all lanes in the kernel, with a guard around the work, or use "
          "__ballot_sync before they leave";
      break;
    case FindingKind::kShuffleExited:
      words.cause = "lane " + lane + " reads from lane " + std::to_string(finding.source_lane) +
                    ", which takes no part: the value is undefined";
      break;
    default:
      words.cause = "lane " + lane + " reads from lane " + std::to_string(finding.source_lane) +
                    ", which mask " + mask + " does not name: the value is undefined";
      words.fix = "name the lane in the mask and let it execute the shuffle, or give a width";
      break;
  }
  return words;
}

FindingWords limit_words(const Finding& finding) {
  FindingWords words;
  switch (finding.kind) {
    case FindingKind::kInstructionLimit:
      words.cause = "instruction budget used up here";
      words.fix = "check the loop's condition; for long work raise --limit";
      break;
    case FindingKind::kTimeLimit:
      words.cause = "time limit reached here";
      words.fix = "check the loop's condition; for long work raise --limit";
      break;
    case FindingKind::kOutputLimit:
      words.cause = "printf wrote more than the output limit";
      words.fix = "print from one thread, or raise --limit";
      break;
    case FindingKind::kDeadlock:
      words.cause = "deadlock: no thread of the launch can go on";
      words.fix =
          "the loop never ends, or what it waits for never comes: a lock, a flag, another block";
      break;
    case FindingKind::kWarpSyncDeadlock:
      words.cause = "lanes wait here for lanes that the mask names and that never arrive";
      words.fix = "name only lanes that execute the call";
      break;
    default:
      words.cause = "stack overflow: recursion too deep, or local arrays too large";
      words.fix = "limit the recursion, or move large arrays to global memory";
      break;
  }
  return words;
}

FindingWords plain_words(const Finding& finding) {
  const auto detail = [&](const char* text) {
    return finding.detail.empty() ? std::string(text) : text + std::string(": ") + finding.detail;
  };
  switch (finding.kind) {
    case FindingKind::kInvalidCall:
      return {"call through a pointer that is no function of this type", "", ""};
    case FindingKind::kTrap:
      return {detail("the kernel stopped itself (__trap, or code that cannot be reached)"), "", ""};
    case FindingKind::kAssert:
      return {detail("assertion failed"), "", ""};
    case FindingKind::kInvalidFree:
      return {detail("free of something that is not allocated"), "",
              "free each allocation once, with the pointer that the allocation gave"};
    case FindingKind::kInvalidTexture:
      return {detail("fetch through a texture or surface that is not there"), "",
              "create the object before the launch, destroy it after, and pass it by value"};
    case FindingKind::kUnsupported:
      return {detail("the virtual GPU does not have this"), "", ""};
    case FindingKind::kIntegerOverflow:
      return {detail("signed integer overflow"), "", "use a wider type, or an unsigned one"};
    case FindingKind::kShift:
      return {detail("shift by a bad number of bits"), "", ""};
    case FindingKind::kDivideByZero:
      return {detail("division by zero"), "", ""};
    case FindingKind::kFloatCast:
      return {detail("value does not fit the integer type"), "", ""};
    case FindingKind::kArrayBounds:
      return {detail("index outside the array"), "", "compare the index with the array's extent"};
    case FindingKind::kUnreachable:
      return {detail("end of a function that must return a value"), "", ""};
    case FindingKind::kLaunchRefused:
      return {"a launch was refused and the program went on without asking: " + finding.detail, "",
              "look at cudaGetLastError() after each launch"};
    case FindingKind::kUnsupportedCall:
      return {finding.detail + " is not supported by the virtual GPU: the call failed", "", ""};
    case FindingKind::kScheduleDependent:
      return {(finding.subject.name.empty() ? "the launch" : subject_text(finding.subject)) +
                  " depends on the order in which threads run: " + finding.detail,
              "",
              "order the accesses, or make the result independent of their order: integer atomics "
              "are, sums of floating-point atomics are not"};
    default: {
      const Subject& subject = finding.subject;
      return {subject.name + " (" + bytes_text(subject.size) + ") was never freed", "",
              "call cudaFree"};
    }
  }
}

}  // namespace

FindingWords words_for(const Finding& finding) {
  switch (finding.kind) {
    case FindingKind::kRaceShared:
    case FindingKind::kRaceGlobal:
    case FindingKind::kRaceWarp:
      return race_words(finding);
    case FindingKind::kRaceAtomic:
      return atomic_race_words(finding);
    case FindingKind::kWriteCollision:
      return collision_words(finding);
    case FindingKind::kSameValue:
      return same_value_words(finding);
    case FindingKind::kCheckThenAtomic:
      return check_words(finding);
    case FindingKind::kUninitialised:
      return uninitialised_words(finding);
    case FindingKind::kAsyncCopy:
      return async_words(finding);
    case FindingKind::kOutOfBounds:
      return bounds_words(finding);
    case FindingKind::kUseAfterFree:
    case FindingKind::kNullPointer:
    case FindingKind::kHostPointer:
    case FindingKind::kMisaligned:
    case FindingKind::kReadOnly:
      return pointer_words(finding);
    case FindingKind::kBarrierDivergence:
      return barrier_words(finding);
    case FindingKind::kMaskWithoutSelf:
    case FindingKind::kMaskMismatch:
    case FindingKind::kMaskNamesExited:
    case FindingKind::kShuffleSource:
    case FindingKind::kShuffleExited:
      return mask_words(finding);
    case FindingKind::kInstructionLimit:
    case FindingKind::kTimeLimit:
    case FindingKind::kOutputLimit:
    case FindingKind::kDeadlock:
    case FindingKind::kWarpSyncDeadlock:
    case FindingKind::kStackOverflow:
      return limit_words(finding);
    default:
      return plain_words(finding);
  }
}

std::string thread_text(const ThreadId& id) {
  return "thread " + index_text(id.thread) + " of block " + index_text(id.block);
}

std::string occurrence_text(const Finding& finding) {
  if (finding.count <= 1) return thread_text(finding.thread);
  std::string text = count_text(finding.count) + " times, in ";
  text +=
      finding.threads == 1 ? "one thread: " : count_text(finding.threads) + " threads, first in ";
  return text + thread_text(finding.thread);
}

std::string count_text(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t k = text.size(); k > 3;) {
    k -= 3;
    text.insert(k, ",");
  }
  return text;
}

std::string decimal_text(double value, int digits) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  std::string result = text.data();
  if (result.find('.') == std::string::npos) return result;
  while (result.back() == '0') result.pop_back();
  if (result.back() == '.') result.pop_back();
  return result;
}

}  // namespace simt
