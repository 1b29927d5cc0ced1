"""A monitor for cocotb that writes a trace for "pops-tb check-trace" (docs/trace.md).

Only `watch` needs cocotb; what it samples and writes is plain Python. Put docs/examples/trace/writers on the path of Python.
"""
from pops_trace import TraceWriter


class ExitMonitor:
    """Writes section-exit and exiting-id-visible from the signals of an exit tracker.

    `signals` has `exited`, `exited_packer`, `exited_id`, `visible`, `visible_packer` and `visible_id`; each has a `value` that converts
    to an integer, as the handles of cocotb have.
    """

    def __init__(self, signals, stream, last_id, exits_by_export=False):
        self.signals = signals
        self.writer = TraceWriter(stream)
        self.ids = last_id + 1
        self.exits_by_export = exits_by_export
        self.wave_of = {}
        self.cycle = 0

    def formed(self, packer, wave_id, wave):
        """The testbench says which wave has an id from now on."""
        self.wave_of[packer, wave_id] = wave

    def sample(self):
        """Looks at the signals of one cycle."""
        if self.read("exited"):
            packer, wave_id = self.read("exited_packer"), self.read("exited_id")
            # Up to GFX10.3 the record has the id that exits next.
            recorded_id = wave_id if self.exits_by_export else (wave_id + 1) % self.ids
            self.writer.section_exit(self.cycle, wave=self.wave_of[packer, wave_id], packer=packer, id=recorded_id)
        if self.read("visible"):
            self.writer.exiting_id_visible(
                self.cycle, packer=self.read("visible_packer"), id=self.read("visible_id")
            )
        self.cycle += 1

    def read(self, name):
        return int(getattr(self.signals, name).value)


async def watch(monitor, clock):
    """Samples before each rising edge: start it with `cocotb.start_soon(watch(monitor, dut.clock))`."""
    from cocotb.triggers import RisingEdge

    while True:
        await RisingEdge(clock)
        monitor.sample()
