// Clocks the protocol for argv[1] cycles and prints how many waves ended and in how many seconds.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "Vprotocol.h"
#include "verilated.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const long cycles = std::atol(argv[1]);
  VerilatedContext context;
  Vprotocol dut{&context};
  dut.clk = 0;
  dut.eval();
  const auto start = std::chrono::steady_clock::now();
  for (long cycle = 0; cycle < cycles; cycle++) {
    dut.clk = 1;
    dut.eval();
    dut.clk = 0;
    dut.eval();
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (dut.order_errors != 0) return 1;
  std::printf("%u %.9f\n", dut.ended, seconds.count());
  return 0;
}
