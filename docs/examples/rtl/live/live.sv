// Connects the design to "pops-tb cosim" (docs/cosim.md): receives the host's messages through the functions of cosim_dpi.c (Verilator)
// or cosim_vpi.c (Icarus Verilog), clocks the design through the cycles of each step, and sends its outputs.
`ifdef VERILATOR
`define cosim_open cosim_open
`define cosim_next cosim_next
`define cosim_say cosim_say
`else
`define cosim_open $cosim_open
`define cosim_next $cosim_next
`define cosim_say $cosim_say
`endif

module live;
  import pops_cosim::*;
`ifdef VERILATOR
  import "DPI-C" function void cosim_open();
  import "DPI-C" function int cosim_next(output int first, output int second, output int third);
  import "DPI-C" function void cosim_say(input int kind, input int first, input int second, input int third);
`endif

  localparam int PACKERS = 4;
  localparam int ID_BITS = 10;
  localparam int QUEUE = 2;
  localparam int INPUTS = 4096;

  logic clock = 1'b0;
  logic reset = 1'b0;
  logic [3:0] bug;
  logic by_export;
  logic [ID_BITS-1:0] first_id, last_id;
  logic [9:0] path_cycles;
  logic [PACKERS-1:0] formed = '0, exit = '0;
  logic [PACKERS-1:0][ID_BITS-1:0] formed_id, exit_id;
  logic [2:0] credits;
  logic exited, visible, busy;
  logic [$clog2(PACKERS)-1:0] exited_packer, visible_packer;
  logic [ID_BITS-1:0] exited_id, visible_id;
  logic exited_ready, visible_ready;
  logic [11:0] rests;

  exit_trackers #(PACKERS, ID_BITS, QUEUE) dut (.*);

  // Inputs from the host for cycles not yet clocked.
  int input_kind[INPUTS], input_cycle[INPUTS], input_packer[INPUTS], input_id[INPUTS];
  int inputs, next_input;
  // Cycles from an input to its effect for the host; the next cycle to clock; the cycle to mark in the wave dump.
  int window, cycle, mark_cycle, test = 0;
  logic violation = 1'b0;
  // How many more of each output the host accepts; negative: no limit.
  int exited_grants = -1, visible_grants = -1;
  assign exited_ready = exited_grants != 0;
  assign visible_ready = visible_grants != 0;

  task automatic set(input int setting, input int value);
    case (setting)
      SET_EXITS_BY_EXPORT: by_export = value[0];
      SET_ID_START: first_id = ID_BITS'(value);
      SET_ID_WRAP: last_id = ID_BITS'(value);
      SET_VISIBLE_LEAST: path_cycles = 10'(value);
      SET_MARK_CYCLE: mark_cycle = value;
      default: ;
    endcase
  endtask

  task automatic tick;
    #1 clock = 1'b1;
    #1 clock = 1'b0;
  endtask

  // Time in the wave dump advances two units per cycle, clocked or not.
  task automatic skip_to(input int next);
    if (mark_cycle >= cycle && mark_cycle < next) begin
      #(2 * (mark_cycle - cycle)) violation = 1'b1;
      cycle = mark_cycle;
    end
    #(2 * (next - cycle)) cycle = next;
  endtask

  task automatic begin_test;
    inputs = 0;
    next_input = 0;
    cycle = 0;
    formed = '0;
    exit = '0;
    violation = 1'b0;
    test++;
    reset = 1'b1;
    tick();
    reset = 1'b0;
    `cosim_say(SAY_CREDIT, HEAR_EXIT, QUEUE, 0);
    `cosim_say(SAY_READY, window, 0, 0);
  endtask

  task automatic end_test;
    if (mark_cycle >= cycle) skip_to(mark_cycle + 1);
    exited_grants = -1;
    visible_grants = -1;
  endtask

  task automatic grant(input int message, input int count);
    if (message == SAY_EXITED) exited_grants = (exited_grants < 0 ? 0 : exited_grants) + count;
    if (message == SAY_VISIBLE) visible_grants = (visible_grants < 0 ? 0 : visible_grants) + count;
  endtask

  task automatic keep(input int kind, input int at, input int packer, input int id);
    if (inputs == INPUTS) $fatal(1, "More than %0d inputs wait", INPUTS);
    input_kind[inputs] = kind;
    input_cycle[inputs] = at;
    input_packer[inputs] = packer;
    input_id[inputs] = id;
    inputs++;
  endtask

  // Drives the inputs of this cycle, one per port; a second one for a port waits for the next cycle, as does everything after it.
  task automatic drive;
    logic is_free;
    is_free = 1'b1;
    formed = '0;
    exit = '0;
    while (is_free && next_input < inputs && input_cycle[next_input] <= cycle) begin
      case (input_kind[next_input])
        HEAR_FORMED: begin
          is_free = !formed[input_packer[next_input]];
          if (is_free) formed_id[input_packer[next_input]] = ID_BITS'(input_id[next_input]);
          formed[input_packer[next_input]] = 1'b1;
        end
        HEAR_EXIT: begin
          is_free = !exit[input_packer[next_input]];
          if (is_free) exit_id[input_packer[next_input]] = ID_BITS'(input_id[next_input]);
          exit[input_packer[next_input]] = 1'b1;
        end
        default: grant(input_packer[next_input], input_id[next_input]);
      endcase
      if (is_free) next_input++;
    end
  endtask

  // Clocks one cycle and sends the outputs transferred in it.
  task automatic clock_cycle;
    logic says_exited, says_visible;
    drive();
    if (cycle == mark_cycle) violation = 1'b1;
    says_exited = exited && exited_grants != 0;
    says_visible = visible && visible_grants != 0;
    if (says_exited) `cosim_say(SAY_EXITED, cycle + window, int'(exited_packer), int'(exited_id));
    if (says_visible) `cosim_say(SAY_VISIBLE, cycle + window, int'(visible_packer), int'(visible_id));
    tick();
    if (says_exited && exited_grants > 0) exited_grants--;
    if (says_visible && visible_grants > 0) visible_grants--;
    if (credits != 0) `cosim_say(SAY_CREDIT, HEAR_EXIT, int'(credits), 0);
    cycle++;
  endtask

  // Clocks each cycle before this one that has work, and skips the others.
  task automatic step(input int until_cycle);
    while (cycle < until_cycle) begin
      if (busy || (next_input < inputs && input_cycle[next_input] <= cycle)) clock_cycle();
      else if (next_input < inputs && input_cycle[next_input] < until_cycle) skip_to(input_cycle[next_input]);
      else skip_to(until_cycle);
    end
    if (next_input == inputs) begin
      inputs = 0;
      next_input = 0;
    end
    `cosim_say(SAY_DONE, inputs != 0 ? cycle + window : busy ? cycle + window + int'(rests) : -1, 0, 0);
  endtask

  initial begin
    int kind, first, second, third;
    string vcd;
    // First: what a simulator itself prints must not be taken for answers.
    `cosim_open();
    if ($value$plusargs("BUG=%d", bug) == 0) bug = '0;
    if ($value$plusargs("window=%d", window) == 0) window = 4;
    if ($value$plusargs("vcd=%s", vcd) != 0) begin
      $dumpfile(vcd);
      $dumpvars(0, live);
    end
    kind = `cosim_next(first, second, third);
    while (kind != HEAR_CLOSED) begin
      case (kind)
        HEAR_HELLO: `cosim_say(SAY_WELCOME, VERSION, 0, 0);
        HEAR_SET: set(first, second);
        HEAR_BEGIN: begin_test();
        HEAR_STEP: step(first);
        HEAR_END: end_test();
        HEAR_GRANT: if (first == 0) grant(second, third); else keep(kind, first, second, third);
        HEAR_FORMED, HEAR_EXIT: keep(kind, first, second, third);
        default: ;
      endcase
      kind = `cosim_next(first, second, third);
    end
    $finish;
  end
endmodule
