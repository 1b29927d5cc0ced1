"""Three cycles of exit_pins.sv under cocotb, seen by the monitor, which writes monitor.jsonl."""
import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotb_monitor import ExitMonitor, watch


@cocotb.test()
async def writes_what_it_sees(dut):
    with open("monitor.jsonl", "w") as stream:
        monitor = ExitMonitor(dut, stream, last_id=7)
        monitor.formed(packer=0, wave_id=7, wave=3)
        cocotb.start_soon(watch(monitor, dut.clock))
        cocotb.start_soon(Clock(dut.clock, 10, "ns").start())
        await ClockCycles(dut.clock, 5)
