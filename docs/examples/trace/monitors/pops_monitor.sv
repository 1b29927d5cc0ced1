// A monitor in the style of UVM, without its library: an interface, an item, a monitor that samples, and a subscriber that writes the
// trace. In a UVM testbench, pops_item extends uvm_sequence_item, pops_monitor extends uvm_monitor, `subscribers` is an analysis port,
// and pops_trace_subscriber extends uvm_subscriber.
interface pops_exit_if (
    input logic clock
);
  logic       exited;
  logic [1:0] exited_packer;
  logic [9:0] exited_id;
  logic       visible;
  logic [1:0] visible_packer;
  logic [9:0] visible_id;
endinterface

// verilator lint_off DECLFILENAME
// verilator lint_off WIDTH
package pops_monitor_pkg;
  import pops_trace::*;

  typedef enum {
    EXITED,
    VISIBLE
  } pops_kind_t;

  // What was seen in one cycle.
  class pops_item;
    pops_kind_t kind;
    longint cycle;
    int packer;
    int id;
  endclass

  virtual class pops_subscriber;
    pure virtual function void write(pops_item item);
  endclass

  // Samples the interface before each rising edge and hands what it sees to its subscribers.
  class pops_monitor;
    virtual pops_exit_if vif;
    pops_subscriber subscribers[$];
    longint cycle = 0;

    function void publish(pops_kind_t kind, int packer, int id);
      pops_item item;
      item = new;
      item.kind = kind;
      item.cycle = cycle;
      item.packer = packer;
      item.id = id;
      foreach (subscribers[i]) subscribers[i].write(item);
    endfunction

    function void sample;
      if (vif.exited) publish(EXITED, int'(vif.exited_packer), int'(vif.exited_id));
      if (vif.visible) publish(VISIBLE, int'(vif.visible_packer), int'(vif.visible_id));
      cycle++;
    endfunction

    task run_phase;
      forever begin
        @(posedge vif.clock);
        sample();
      end
    endtask
  endclass

  // Keeps its items, and writes section-exit and exiting-id-visible. The testbench calls `formed` to tell which wave has an id.
  class pops_trace_subscriber extends pops_subscriber;
    int file;
    int last_id;
    bit exits_by_export;
    longint wave_of[int];
    pops_item items[$];

    function new(string name, int last_id, bit exits_by_export);
      file = $fopen(name, "w");
      this.last_id = last_id;
      this.exits_by_export = exits_by_export;
    endfunction

    function void formed(int packer, int id, longint wave);
      wave_of[packer * (last_id + 1) + id] = wave;
    endfunction

    virtual function void write(pops_item item);
      items.push_back(item);
    endfunction

    // The function `write` cannot call the tasks of pops_trace: call this once per cycle, or at the end.
    task flush;
      pops_item item;
      int next;
      while (items.size() > 0) begin
        item = items.pop_front();
        // Up to GFX10.3 the record has the id that exits next.
        next = exits_by_export ? item.id : item.id == last_id ? 0 : item.id + 1;
        if (item.kind == EXITED)
          write_section_exit(file, item.cycle, wave_of[item.packer * (last_id + 1) + item.id], item.packer, next);
        else write_exiting_id_visible(file, item.cycle, item.packer, item.id);
      end
    endtask

    task report_phase;
      flush();
      $fclose(file);
    endtask
  endclass
endpackage
