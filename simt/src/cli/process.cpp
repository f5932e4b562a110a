// SPDX-License-Identifier: MIT
#include "cli/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

extern char** environ;

namespace simt::cli {
namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// Our environment with `added` in place of variables of the same name.
std::vector<std::string> environment_with(const std::vector<std::string>& added) {
  std::vector<std::string> result = added;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('=') + 1);
    const bool replaced = std::any_of(added.begin(), added.end(), [&](const std::string& other) {
      return other.compare(0, name.size(), name) == 0;
    });
    if (!replaced) result.emplace_back(text);
  }
  return result;
}

std::string read_all(int fd) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t got = read(fd, buffer.data(), buffer.size());
    if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR)) return text;
  }
}

Finished wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  Finished finished;
  if (WIFSIGNALED(status)) {
    finished.signal = WTERMSIG(status);
    finished.exit_code = 128 + finished.signal;
  } else {
    finished.exit_code = WEXITSTATUS(status);
  }
  return finished;
}

}  // namespace

Result<Finished> run(const std::vector<std::string>& command, Capture capture,
                     const std::vector<std::string>& environment) {
  std::vector<std::string> arguments = command;
  std::vector<std::string> variables = environment_with(environment);
  int pipe_ends[2] = {-1, -1};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (capture != Capture::kNothing && pipe2(pipe_ends, O_CLOEXEC) == 0) {
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
    if (capture == Capture::kOutputAndErrors) {
      posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDERR_FILENO);
    }
  }
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments.front().c_str(), &actions, nullptr,
                                 pointers(arguments).data(), pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (pipe_ends[1] >= 0) close(pipe_ends[1]);
  std::string output;
  if (pipe_ends[0] >= 0) {
    if (error == 0) output = read_all(pipe_ends[0]);
    close(pipe_ends[0]);
  }
  if (error != 0) {
    return Error{ErrorKind::kNotFound,
                 "cannot start " + command.front() + ": " + std::strerror(error)};
  }
  Finished finished = wait_for(child);
  finished.output = std::move(output);
  return finished;
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0 ? name : "";
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const std::string candidate = std::string(rest.substr(0, colon)) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
  }
  return "";
}

}  // namespace simt::cli
