// SPDX-License-Identifier: MIT
//
// Control flow in less common shapes: switches in loops and loops in switches, jumps into loops and
// out of nests, recursion with state, calls that diverge, loops around warp operations. Each case
// is a function for host and device; the host runs it for each thread by itself.
#include "conformance.cuh"

using namespace conformance;

constexpr int kThreads = 160;

#define BOTH __host__ __device__ inline
#define CASE(name)              \
  struct name {                 \
    static BOTH int run(int i); \
  };                            \
  BOTH int name::run(int i)

CASE(SwitchInLoop) {
  int state = i % 4, steps = 0;
  while (steps < 40) {
    ++steps;
    switch (state) {
      case 0:
        state = steps % 3 == 0 ? 2 : 1;
        break;
      case 1:
        if (steps > i % 23) return 100 + steps;
        state = 3;
        continue;
      case 2:
        state = 0;
        break;
      default:
        state = (state + steps + i) % 4;
    }
    if (steps * state == 30) break;
  }
  return steps * 10 + state;
}
CASE(LoopInSwitch) {
  int x = i;
  switch (i % 5) {
    case 0:
      for (int k = 0; k < i % 9; ++k) x += k;
      break;
    case 3:
      while (x > 10) x /= 2;
      [[fallthrough]];
    case 4:
      do {
        x += 3;
      } while (x % 7 != 0);
      break;
    default:
      x = -x;
  }
  return x;
}
CASE(SparseSwitch) {
  switch (i * i % 1009) {
    case 0:
      return 1;
    case 1:
      return 2;
    case 49:
      return 3;
    case 400:
    case 529:
      return 4;
    case 961:
      return 5;
    case 1000:
      return 6;
    default:
      return i % 2 != 0 ? 7 : 8;
  }
}
CASE(SwitchOnLongLong) {
  switch ((1ll << 40) * (i % 3) - 1) {
    case -1:
      return i;
    case (1ll << 40) - 1:
      return 2 * i;
    default:
      return 3 * i;
  }
}
CASE(NestedSwitches) {
  int x = 0;
  switch (i % 3) {
    case 0:
      switch (i % 4) {
        case 1:
          x = 10;
          break;
        case 2:
          return 20;
        default:
          x = 30;
      }
      x += 1;
      break;
    case 1:
      x = 5;
      break;
    default:
      x = 6;
  }
  return x * 2;
}
/// Duff's device: the switch jumps into the middle of a loop.
CASE(JumpIntoLoop) {
  int count = i % 13 + 1, rounds = (count + 3) / 4, sum = 0;
  switch (count % 4) {
    case 0:
      do {
        sum += 1;
        [[fallthrough]];
        case 3:
          sum += 10;
          [[fallthrough]];
        case 2:
          sum += 100;
          [[fallthrough]];
        case 1:
          sum += 1000;
      } while (--rounds > 0);
  }
  return sum;
}
CASE(GotoOutOfNest) {
  int a = 0, b = 0;
  for (a = 0; a < 8; ++a) {
    for (b = 0; b < 8; ++b) {
      if (a * b == i % 50) goto found;
    }
  }
  return -1;
found:
  return a * 10 + b;
}
CASE(GotoForward) {
  int x = i;
  if (i % 3 == 0) goto third;
  x += 100;
  if (i % 3 == 1) goto last;
  x += 1000;
third:
  x *= 2;
last:
  return x;
}
CASE(TwoGotoLoops) {
  int x = i % 17, y = i % 5, sum = 0;
outer:
  if (x == 0) return sum;
inner:
  if (y > 0) {
    sum += x;
    --y;
    goto inner;
  }
  --x;
  y = x % 4;
  goto outer;
}
CASE(BreakFromThree) {
  int work = 0;
  for (int a = 0; a < 5; ++a) {
    for (int b = a; b < 5; ++b) {
      for (int c = b; c < 5; ++c) {
        ++work;
        if (a + b + c > i % 13) break;
        if ((a ^ b ^ c) == i % 7) return -work;
      }
      if (work > i) break;
    }
    if (work > 2 * i) break;
  }
  return work;
}
CASE(ContinueInDo) {
  int k = 0, sum = 0;
  do {
    ++k;
    if ((k + i) % 3 == 0) continue;
    sum += k;
  } while (k < i % 19);
  return sum;
}
CASE(ContinueOuter) {
  int sum = 0;
  for (int a = 0; a < 6; ++a) {
    bool skip = false;
    for (int b = 0; b < 4 && !skip; ++b) skip = (a * b + i) % 6 == 5;
    if (skip) continue;
    sum += 1 << a;
  }
  return sum;
}
CASE(EmptyLoops) {
  int k = i;
  while (k-- > 5) {
  }
  for (; k < 3; ++k);
  return k;
}
CASE(LoopWithManyExits) {
  int x = i + 1;
  for (;;) {
    if (x % 2 == 0) x /= 2;
    if (x == 1) return 1;
    if (x % 3 == 0) {
      x /= 3;
      if (x == 1) return 3;
      continue;
    }
    if (x % 5 == 0) {
      x /= 5;
      if (x == 1) break;
      continue;
    }
    if (x % 2 != 0) return -x;
  }
  return 5;
}
CASE(ReturnFromDepth) {
  if (i % 2 == 0) {
    if (i % 3 == 0) {
      if (i % 5 == 0) return 30;
      for (int k = 0; k < 10; ++k) {
        if (k == i % 11) {
          if (k % 2 != 0) return k;
          break;
        }
      }
    } else {
      return i / 2;
    }
  }
  return -i;
}
BOTH int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
CASE(DoubleRecursion) { return ackermann(i % 3, i % 5); }
BOTH int tail(int n, int sum) { return n == 0 ? sum : tail(n - 1, sum + n); }
CASE(TailRecursion) { return tail(i % 40, 0); }
BOTH void place_queens(int row, int n, unsigned columns, unsigned up, unsigned down, int& found) {
  if (row == n) {
    ++found;
    return;
  }
  for (int c = 0; c < n; ++c) {
    const unsigned bit = 1u << c;
    if ((columns & bit) != 0 || (up & bit << row) != 0 || (down & bit << (n - row)) != 0) continue;
    place_queens(row + 1, n, columns | bit, up | bit << row, down | bit << (n - row), found);
  }
}
CASE(Backtracking) {
  int found = 0;
  place_queens(0, 1 + i % 5, 0, 0, 0, found);
  return found;
}
struct Tree {
  int left[15], right[15];
};
BOTH int depth(const Tree& tree, int node) {
  if (node < 0) return 0;
  const int l = depth(tree, tree.left[node]), r = depth(tree, tree.right[node]);
  return 1 + (l > r ? l : r);
}
CASE(RecursionOverArray) {
  Tree tree;
  for (int k = 0; k < 15; ++k) {
    const bool cut = (k + i) % 6 == 0;
    tree.left[k] = !cut && 2 * k + 1 < 15 ? 2 * k + 1 : -1;
    tree.right[k] = 2 * k + 2 < 15 ? 2 * k + 2 : -1;
  }
  return depth(tree, 0);
}
struct Node {
  BOTH virtual ~Node() {}
  BOTH virtual int value() const = 0;
};
struct Leaf : Node {
  int v;
  BOTH explicit Leaf(int x) : v(x) {}
  BOTH int value() const override { return v; }
};
struct Sum : Node {
  const Node *a, *b;
  BOTH Sum(const Node* x, const Node* y) : a(x), b(y) {}
  BOTH int value() const override { return a->value() + b->value(); }
};
struct Product : Sum {
  using Sum::Sum;
  BOTH int value() const override { return a->value() * b->value(); }
};
/// Virtual calls within virtual calls, with another shape for each lane.
CASE(VirtualRecursion) {
  const Leaf two(2), own(i);
  const Sum sum(&two, &own);
  const Product product(&own, &two);
  const Node* first = i % 3 == 0 ? static_cast<const Node*>(&sum) : &product;
  const Node* second = i % 2 == 0 ? static_cast<const Node*>(&own) : &two;
  const Sum upper(first, second);
  const Product lower(second, first);
  return (i % 5 < 2 ? static_cast<const Node*>(&upper) : &lower)->value();
}
BOTH int plus_one(int x) { return x + 1; }
BOTH int times_three(int x) { return 3 * x; }
BOTH int apply_times(int (*f)(int), int x, int n) {
  for (int k = 0; k < n; ++k) x = f(x) % 1000;
  return x;
}
CASE(PointerInLoop) { return apply_times(i % 2 != 0 ? plus_one : times_three, i, i % 11); }
CASE(LambdaByReference) {
  int calls = 0;
  const auto step = [&calls, i](int x) {
    calls += x % 2;
    return x + i;
  };
  int x = 0;
  for (int k = 0; k < i % 6; ++k) x = step(x);
  return x * 10 + calls;
}
template <class... T>
BOTH int total(T... values) {
  return (0 + ... + values);
}
CASE(FoldExpression) { return i % 2 == 0 ? total(i, 1, 2) : total(i); }
template <class T>
BOTH int kind(T x) {
  if constexpr (sizeof(T) == 1) {
    return x + 1;
  } else {
    return static_cast<int>(x) * 2;
  }
}
CASE(ConstexprIf) { return kind(static_cast<char>(i % 50)) + kind(i) + kind(0.5 * i); }
template <int N>
struct Power {
  static BOTH int of(int x) { return x * Power<N - 1>::of(x) % 997; }
};
template <>
struct Power<0> {
  static BOTH int of(int) { return 1; }
};
CASE(TemplateRecursion) { return i % 2 == 0 ? Power<7>::of(i) : Power<4>::of(i); }
struct Counter {
  int* place;
  BOTH explicit Counter(int* p) : place(p) { *place += 1; }
  BOTH ~Counter() { *place *= 2; }
};
/// Destructors run on every way out of a scope.
CASE(Destructors) {
  int n = i % 7;
  for (int k = 0; k < 5; ++k) {
    const Counter counter(&n);
    if (n % 5 == 0) continue;
    if (n > 100) break;
    const Counter inner(&n);
    if (k == i % 4) return n;
  }
  return n;
}
CASE(SideEffectsInConditions) {
  int a = i % 10, b = 0;
  if (a-- > 3 && (b += 2) > 1 && a-- > 4) b += 100;
  if (a < 2 || ++b > 3 || a++ > 0) a += 1000;
  return a + b * 10;
}
CASE(CommaAndConditional) {
  int a = 1, b = 2;
  for (int k = 0, m = i % 8; k < m; ++k, --m) a += k, b += m;
  const int larger = a > b ? a : b;
  return larger * 100 + (i % 2 != 0 ? (a++, a) : (b--, b));
}
CASE(FloatConditions) {
  float x = static_cast<float>(i) * 0.37f;
  int steps = 0;
  while (x > 1.0f || x < -1.0f) {
    x = x > 3.0f ? x * 0.5f : x - 1.5f;
    if (++steps > 30) break;
  }
  return steps;
}
CASE(BooleanAlgebra) {
  const bool a = (i & 1) != 0, b = (i & 2) != 0, c = (i & 4) != 0;
  return (a != b) + 2 * (a && !b) + 4 * (!(a || c)) + 8 * ((a ? b : c) == (b ? a : c));
}
CASE(StructByValue) {
  struct Pair {
    int a, b;
  };
  Pair p{i, 1};
  for (int k = 0; k < i % 9; ++k) {
    const Pair next{p.b, (p.a + p.b) % 101};
    p = k % 2 == 0 ? next : Pair{p.a, next.b};
  }
  return p.a * 1000 + p.b;
}
CASE(ArrayOfArrays) {
  int grid[4][5];
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 5; ++c) grid[r][c] = (r * i + c) % 7;
  }
  int best = -1;
  for (const auto& row : grid) {
    for (int v : row) best = v > best ? v : best;
  }
  return best * 10 + grid[i % 4][i % 5];
}

template <class Case>
__global__ void run_case(int* out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) out[i] = Case::run(i);
}
template <class Case>
void check(Suite& suite, const char* name) {
  Buffer<int> d_out(kThreads);
  run_case<Case><<<3, 64>>>(d_out.data(), kThreads - 10);
  must(cudaGetLastError(), name);
  std::vector<int> want(kThreads, 0);
  for (int i = 0; i < kThreads - 10; ++i) want[static_cast<std::size_t>(i)] = Case::run(i);
  suite.equal(name, d_out.read(), want);
}

// --- warp operations and barriers under control flow ---
/// Lanes leave a loop one after another; those that stay vote until nobody is left.
__global__ void votes_until_done(int* out) {
  int left = static_cast<int>(threadIdx.x) % 7, rounds = 0;
  while (__any_sync(0xffffffffu, left > 0)) {
    ++rounds;
    if (left > 0) --left;
  }
  out[threadIdx.x] = rounds;
}
/// The two halves of a warp each reduce by themselves, in different branches.
__global__ void shuffles_in_branches(int* out) {
  const int lane = static_cast<int>(threadIdx.x);
  int sum = lane;
  if (lane < 16) {
    for (int by = 8; by > 0; by /= 2) sum += __shfl_xor_sync(0x0000ffffu, sum, by);
  } else {
    for (int by = 8; by > 0; by /= 2) sum = max(sum, __shfl_xor_sync(0xffff0000u, sum, by));
  }
  __syncwarp();
  out[lane] = sum + __shfl_sync(0xffffffffu, sum, 31 - lane);
}
/// Barriers in a loop with a length that each block has of its own.
__global__ void barriers_by_block(int* out) {
  __shared__ int values[64];
  const int i = static_cast<int>(threadIdx.x);
  values[i] = i;
  __syncthreads();
  for (int round = 0; round <= static_cast<int>(blockIdx.x); ++round) {
    const int next = values[(i + 1) % 64];
    __syncthreads();
    values[i] = next + round;
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = values[i];
}
/// A lambda of the host, given to a kernel by its type.
template <class Function>
__global__ void by_type(int* out, Function function) {
  out[threadIdx.x] = function(static_cast<int>(threadIdx.x));
}
struct Affine {
  int scale, offset;
  __device__ int operator()(int x) const { return scale * x + offset; }
};
template <template <class> class Wrapper, class T, int... kValues>
__global__ void by_pack(T* out) {
  const Wrapper<T> wrapped{static_cast<T>(threadIdx.x)};
  out[threadIdx.x] = (wrapped.value * ... * static_cast<T>(kValues));
}
template <class T>
struct Wrapped {
  T value;
};

void check_warps(Suite& suite) {
  Buffer<int> d_rounds(32), d_sums(32), d_turned(4 * 64), d_called(40);
  votes_until_done<<<1, 32>>>(d_rounds.data());
  suite.equal("votes until all are done", d_rounds.read(), std::vector<int>(32, 6));
  shuffles_in_branches<<<1, 32>>>(d_sums.data());
  suite.equal("shuffles in both branches", d_sums.read(), std::vector<int>(32, 120 + 31));
  barriers_by_block<<<4, 64>>>(d_turned.data());
  std::vector<int> want;
  for (int block = 0; block < 4; ++block) {
    for (int i = 0; i < 64; ++i) want.push_back((i + block + 1) % 64 + block * (block + 1) / 2);
  }
  suite.equal("barriers in loops of uneven blocks", d_turned.read(), want);
  by_type<<<1, 40>>>(d_called.data(), Affine{3, -2});
  want.clear();
  for (int i = 0; i < 40; ++i) want.push_back(3 * i - 2);
  suite.equal("kernel by a functor's type", d_called.read(), want);
  by_pack<Wrapped, int, 2, 5, 7><<<1, 40>>>(d_called.data());
  for (int i = 0; i < 40; ++i) want[static_cast<std::size_t>(i)] = 70 * i;
  suite.equal("kernel by a pack of values", d_called.read(), want);
}

int main() {
  Suite suite;
  check<SwitchInLoop>(suite, "switch in a loop");
  check<LoopInSwitch>(suite, "loops in a switch");
  check<SparseSwitch>(suite, "sparse switch");
  check<SwitchOnLongLong>(suite, "switch on long long");
  check<NestedSwitches>(suite, "nested switches");
  check<JumpIntoLoop>(suite, "jump into a loop");
  check<GotoOutOfNest>(suite, "goto out of a nest");
  check<GotoForward>(suite, "goto forward");
  check<TwoGotoLoops>(suite, "two loops of gotos");
  check<BreakFromThree>(suite, "break and return from three loops");
  check<ContinueInDo>(suite, "continue in do while");
  check<ContinueOuter>(suite, "continue of an outer loop");
  check<EmptyLoops>(suite, "empty loops");
  check<LoopWithManyExits>(suite, "loop with many exits");
  check<ReturnFromDepth>(suite, "return from depth");
  check<DoubleRecursion>(suite, "double recursion");
  check<TailRecursion>(suite, "tail recursion");
  check<Backtracking>(suite, "backtracking");
  check<RecursionOverArray>(suite, "recursion over an array");
  check<VirtualRecursion>(suite, "virtual calls in virtual calls");
  check<PointerInLoop>(suite, "function pointer in a loop");
  check<LambdaByReference>(suite, "lambda by reference");
  check<FoldExpression>(suite, "fold expression");
  check<ConstexprIf>(suite, "constexpr if");
  check<TemplateRecursion>(suite, "template recursion");
  check<Destructors>(suite, "destructors");
  check<SideEffectsInConditions>(suite, "side effects in conditions");
  check<CommaAndConditional>(suite, "comma and conditional");
  check<FloatConditions>(suite, "conditions on floats");
  check<BooleanAlgebra>(suite, "boolean algebra");
  check<StructByValue>(suite, "structures by value");
  check<ArrayOfArrays>(suite, "array of arrays");
  check_warps(suite);
  return suite.finish();
}
