// Two waves on one quad: wave 1 reads what wave 0 writes, so it waits until wave 0 has exited. Plain Verilog, which writes no records.
// +early: wave 1 does not wait. +vcd=FILE: the dump.
`timescale 1ns / 1ns

// What a wave does from its formation to its end.
module slot (
    input            clock,
    input            reset,
    input            formed,
    input            must_wait,
    output reg [2:0] state,
    output           in_store,
    output           performs,
    output           returns,
    output           ends
);
  localparam IDLE = 0, ENTRY = 1, LOAD = 2, LOAD_WAIT = 3, STORE = 4, STORE_WAIT = 5, MESSAGE = 6, LAST = 7;
  localparam LATENCY = 20;
  reg [4:0] waited;
  wire under_way = state == LOAD_WAIT || state == STORE_WAIT;
  assign in_store = state == STORE || state == STORE_WAIT;
  assign performs = under_way && waited == LATENCY - 5;
  assign returns  = under_way && waited == LATENCY;
  assign ends     = state == LAST;
  always @(posedge clock) begin
    waited <= under_way ? waited + 1 : 0;
    case (state)
      IDLE:                  if (formed) state <= ENTRY;
      ENTRY:                 if (!must_wait) state <= LOAD;
      LOAD_WAIT, STORE_WAIT: if (returns) state <= state + 1;
      default:               state <= state + 1;
    endcase
    if (reset) state <= IDLE;
  end
endmodule

module two_waves;
  reg clock = 0, reset = 1, early;
  reg [4:0] cycles;
  // The packer: wave 0 is formed in cycle 2, wave 1, which overlaps it, in cycle 5.
  wire [1:0] formed = {cycles == 5, cycles == 2};
  // An exit counts one cycle after the end of its wave; polls see the new id one cycle later.
  reg [1:0] exited;
  reg [9:0] exiting_id, visible_id;
  wire [1:0] ends;
  genvar i;
  generate
    for (i = 0; i < 2; i = i + 1) begin : slots
      wire [2:0] state;
      wire in_store, performs, returns;
      slot of_wave (clock, reset, formed[i], !early && visible_id < i, state, in_store, performs, returns, ends[i]);
    end
  endgenerate
  always @(posedge clock)
    if (reset) begin
      cycles <= 0;
      exited <= 0;
      exiting_id <= 0;
      visible_id <= 0;
    end else begin
      if (!(&cycles)) cycles <= cycles + 1;
      exited <= ends;
      exiting_id <= exiting_id + exited[0] + exited[1];
      visible_id <= exiting_id;
    end
  always #5 clock = !clock;
  reg [8*128:1] name;
  initial begin
    early = $test$plusargs("early");
    if ($value$plusargs("vcd=%s", name)) begin
      $dumpfile(name);
      $dumpvars(0, two_waves);
    end
    #20 reset = 0;
    #2000 $finish;
  end
endmodule
