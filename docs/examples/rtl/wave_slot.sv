// One wave from its launch to its end: entry wait, load, store, exit message.
module wave_slot #(
    parameter int ID_BITS = 10
) (
    input  logic               clock,
    input  logic               reset,
    input  logic [2:0]         bug,
    input  logic               launch,
    input  logic [3:0]         launch_cycles,
    input  logic [ID_BITS-1:0] launch_id,
    input  logic               launch_did_overlap,
    input  logic [ID_BITS-1:0] launch_newest,
    // What polls read.
    input  logic [ID_BITS-1:0] visible_id,
    // Ordered accesses.
    output logic               request,
    input  logic               granted,
    input  logic               returned,
    // The exit message.
    output logic               message,
    output logic [ID_BITS-1:0] id,
    output logic [3:0]         state
);
  import names::*;

  logic did_overlap;
  logic [ID_BITS-1:0] newest;
  logic [3:0] cycles_left;

  // Ids moved by ~id grow from the oldest wave to this one, across the wrap too.
  logic [ID_BITS-1:0] moved_newest, moved_visible;
  assign moved_newest  = newest + ~id;
  assign moved_visible = visible_id + ~id;

  logic has_passed;
  always_comb
    case (bug)
      BUG_ENTRY_ONE_EARLY: has_passed = moved_visible >= moved_newest;
      BUG_NO_WRAP: has_passed = visible_id > newest;
      default: has_passed = moved_visible > moved_newest;
    endcase

  assign request = state == LOAD || state == STORE;
  assign message = state == EXIT;

  always_ff @(posedge clock)
    if (reset) state <= FREE;
    else if (launch) begin
      state <= START;
      cycles_left <= launch_cycles;
      id <= launch_id;
      did_overlap <= launch_did_overlap;
      newest <= launch_newest;
    end else
      case (state)
        START: begin
          cycles_left <= cycles_left - 1'b1;
          if (cycles_left == 1) state <= did_overlap ? ENTRY : LOAD;
        end
        ENTRY: if (has_passed) state <= LOAD;
        LOAD: if (granted) state <= LOAD_WAIT;
        LOAD_WAIT: if (returned) state <= STORE;
        STORE: if (granted) state <= bug == BUG_STORE_NOT_AWAITED ? EXIT : STORE_WAIT;
        STORE_WAIT: if (returned) state <= EXIT;
        EXIT: state <= LAST;
        default: state <= FREE;
      endcase
endmodule
