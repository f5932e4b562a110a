# Lets `ctest` run at the root of the clone, on the tests of the build tree of `cmake --preset dev`.
subdirs("build/dev")
