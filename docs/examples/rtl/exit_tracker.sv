// Counts the exits of a packer in the order of its ids: a message that comes early is kept until its turn.
module exit_tracker #(
    parameter int ID_BITS = 10,
    parameter int WINDOW = 32,
    parameter int SLOTS = 8
) (
    input  logic                          clock,
    input  logic                          reset,
    input  logic [2:0]                    bug,
    input  logic [ID_BITS-1:0]            first_id,
    input  logic [SLOTS-1:0]              message,
    input  logic [SLOTS-1:0][ID_BITS-1:0] message_id,
    // The oldest wave that has not exited, whether it does so now, and the id that polls see.
    output logic [ID_BITS-1:0]            exiting_id,
    output logic                          exit_valid,
    output logic [ID_BITS-1:0]            visible_id
);
  import names::*;
  localparam int WINDOW_BITS = $clog2(WINDOW);

  logic [WINDOW-1:0] arrived;
  logic [WINDOW_BITS-1:0] turn, counted;
  assign turn = exiting_id[WINDOW_BITS-1:0];

  always_comb begin
    counted = turn;
    if (bug == BUG_EXIT_OUT_OF_ORDER)
      for (int i = 0; i < WINDOW; i++) if (arrived[i]) counted = WINDOW_BITS'(i);
  end
  assign exit_valid = arrived[counted];

  always_ff @(posedge clock)
    if (reset) begin
      arrived    <= '0;
      exiting_id <= first_id;
      visible_id <= first_id;
    end else begin
      if (exit_valid) begin
        arrived[counted] <= 1'b0;
        exiting_id <= exiting_id + 1'b1;
      end
      for (int i = 0; i < SLOTS; i++) if (message[i]) arrived[WINDOW_BITS'(message_id[i])] <= 1'b1;
      visible_id <= exiting_id;
    end
endmodule
