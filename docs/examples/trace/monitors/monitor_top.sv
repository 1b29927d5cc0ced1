// A few cycles of the interface, seen by the monitor.
module monitor_top;
  import pops_monitor_pkg::*;

  logic clock = 1'b0;
  pops_exit_if vif (clock);
  pops_monitor monitor;
  pops_trace_subscriber writer;

  task automatic cycle_with(input logic exited, input logic visible, input int id);
    vif.exited = exited;
    vif.visible = visible;
    vif.exited_packer = 2'd0;
    vif.visible_packer = 2'd0;
    vif.exited_id = 10'(id);
    vif.visible_id = 10'(id);
    #1 clock = 1'b1;
    monitor.sample();
    #1 clock = 1'b0;
  endtask

  initial begin
    monitor = new;
    monitor.vif = vif;
    writer = new("monitor.jsonl", 7, 1'b0);
    monitor.subscribers.push_back(writer);
    writer.formed(0, 7, 0);
    cycle_with(1'b0, 1'b0, 0);
    cycle_with(1'b1, 1'b0, 7);
    cycle_with(1'b0, 1'b1, 0);
    writer.report_phase();
    $finish;
  end
endmodule
