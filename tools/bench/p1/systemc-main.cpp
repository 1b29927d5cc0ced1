// The reference ordering protocol (goals.md, P1) in SystemC with one thread a wave slot, and its exit-order check.
// A cycle is 2 ns: sections end and successors enter at even times, the launch is at the odd one.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <systemc>

namespace {

constexpr int kSlots = 16;
constexpr int kKeys = 8;
constexpr int kLengths = 16;

struct Wave {
  int key = 0;
  int length = 0;
  uint32_t ticket = 0;
};

class Protocol : public sc_core::sc_module {
 public:
  uint32_t ended = 0;
  uint32_t order_errors = 0;

  SC_HAS_PROCESS(Protocol);
  explicit Protocol(sc_core::sc_module_name name) : sc_module(name) {
    for (int length = 0; length < kLengths; length++) {
      after_launch_[length] = sc_core::sc_time(3 + 2 * length, sc_core::SC_NS);
      after_turn_[length] = sc_core::sc_time(2 + 2 * length, sc_core::SC_NS);
    }
    SC_THREAD(launcher);
    for (int slot = 0; slot < kSlots; slot++) {
      sc_core::sc_spawn([this, slot] { wave(slot); });
    }
  }

 private:
  void launcher() {
    const sc_core::sc_time half(1, sc_core::SC_NS);
    const sc_core::sc_time cycle(2, sc_core::SC_NS);
    uint32_t random = 0x1234567;
    uint64_t random_cycle = 0;
    wait(half);
    for (;;) {
      const uint64_t now = sc_core::sc_time_stamp().value() / 2;
      for (; random_cycle <= now; random_cycle++) {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
      }
      launch(random);
      if (free_ != 0) {
        wait(cycle);
      } else {
        wait(slot_freed_);
        wait(half);
      }
    }
  }

  void launch(uint32_t random) {
    const int slot = __builtin_ctz(free_);
    Wave& wave = waves_[slot];
    free_ &= ~(1u << slot);
    wave.key = random & 7;
    wave.length = random >> 8 & 15;
    wave.ticket = launched_[wave.key]++;
    queues_[wave.key].push_back(slot);
    launched_in_[slot].notify();
  }

  void wave(int slot) {
    for (;;) {
      wait(launched_in_[slot]);
      const Wave& self = waves_[slot];
      std::deque<int>& queue = queues_[self.key];
      if (queue.front() == slot) {
        wait(after_launch_[self.length]);
      } else {
        wait(turn_[slot]);
        wait(after_turn_[self.length]);
      }
      if (self.ticket != exited_[self.key]++) order_errors++;
      ended++;
      queue.pop_front();
      if (!queue.empty()) turn_[queue.front()].notify();
      if (free_ == 0) slot_freed_.notify();
      free_ |= 1u << slot;
    }
  }

  Wave waves_[kSlots];
  sc_core::sc_time after_launch_[kLengths];
  sc_core::sc_time after_turn_[kLengths];
  uint32_t free_ = (1u << kSlots) - 1;
  uint32_t launched_[kKeys] = {};
  uint32_t exited_[kKeys] = {};
  std::deque<int> queues_[kKeys];
  sc_core::sc_event slot_freed_;
  sc_core::sc_event launched_in_[kSlots];
  sc_core::sc_event turn_[kSlots];
};

}  // namespace

int sc_main(int argc, char** argv) {
  if (argc != 2) return 2;
  if (std::strcmp(argv[1], "--version") == 0) {
    std::puts(sc_core::sc_version());
    return 0;
  }
  const long cycles = std::atol(argv[1]);
  sc_core::sc_set_time_resolution(1, sc_core::SC_NS);
  Protocol protocol("protocol");
  const auto start = std::chrono::steady_clock::now();
  sc_core::sc_start(sc_core::sc_time(2.0 * cycles - 1, sc_core::SC_NS));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (protocol.order_errors != 0) return 1;
  std::printf("%u %.9f\n", protocol.ended, seconds.count());
  return 0;
}
