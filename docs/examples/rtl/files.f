../trace/writers/pops_trace.sv
names.sv
packer.sv
wave_slot.sv
exit_tracker.sv
ordering.sv
testbench.sv
