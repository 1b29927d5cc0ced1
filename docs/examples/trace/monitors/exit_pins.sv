// What a monitor sees of an exit tracker: wave 7, which has the last id, exits, and polls see id 0 in the next cycle.
`timescale 1ns / 1ns
module exit_pins (
    input  logic       clock,
    output logic       exited,
    output logic [1:0] exited_packer,
    output logic [9:0] exited_id,
    output logic       visible,
    output logic [1:0] visible_packer,
    output logic [9:0] visible_id
);
  int cycle = 0;
  assign exited = cycle == 1;
  assign visible = cycle == 2;
  assign exited_packer = 0;
  assign visible_packer = 0;
  assign exited_id = 7;
  assign visible_id = 0;
  always @(posedge clock) cycle <= cycle + 1;
endmodule
