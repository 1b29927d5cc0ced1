// Forms waves of quads, gives them the ids of the packer, and finds the newest unfinished wave under each.
module packer #(
    parameter int ID_BITS = 10,
    parameter int WINDOW = 32,
    parameter int QUADS = 64,
    parameter int WAVE_QUADS = 8
) (
    input  logic                     clock,
    input  logic                     reset,
    input  logic [2:0]               bug,
    input  logic [ID_BITS-1:0]       first_id,
    // One quad a cycle, named by its place on the screen.
    input  logic                     quad_valid,
    input  logic [$clog2(QUADS)-1:0] quad,
    input  logic                     draw_end,
    output logic                     quad_ready,
    // A closed wave leaves when it is taken.
    input  logic                     formed_ready,
    output logic                     formed,
    output logic [1:0]               formed_reason,
    output logic [ID_BITS-1:0]       formed_id,
    output logic                     did_overlap,
    output logic [ID_BITS-1:0]       newest,
    // The exit that is counted in this cycle.
    input  logic                     exit_valid,
    input  logic [ID_BITS-1:0]       exiting_id
);
  import names::*;

  logic [QUADS-1:0] covered;  // by the wave that is being built
  logic [QUADS-1:0] second;   // every second quad of it
  logic [$clog2(WAVE_QUADS):0] count;
  logic [ID_BITS-1:0] next_id;

  // The newest unfinished wave at each quad of the screen.
  logic [QUADS-1:0] tracked;
  logic [QUADS-1:0][ID_BITS-1:0] newest_at;

  logic is_full, meets_itself, is_window_full;
  assign is_full = int'(count) == WAVE_QUADS;
  assign meets_itself = quad_valid && covered[quad];
  // An id in the table or the tracker names only one wave as long as the window is smaller than the id space.
  assign is_window_full = int'(ID_BITS'(next_id - exiting_id)) >= WINDOW;

  logic closes;
  assign closes = count != 0 && (draw_end || (quad_valid && (is_full || meets_itself)));
  assign formed = closes && formed_ready && !is_window_full;
  assign formed_reason = is_full ? REASON_FULL : meets_itself ? REASON_OVERLAP : REASON_DRAW_END;
  assign formed_id = next_id;
  assign quad_ready = !closes || formed;

  logic [QUADS-1:0] compared;
  assign compared = covered & tracked & ~(bug == BUG_SECOND_QUAD_MISSED ? second : '0);
  assign did_overlap = compared != '0;

  // The newest of several has the smallest distance from the wave itself, which holds across the wrap.
  logic [ID_BITS-1:0] distance, least;
  always_comb begin
    least = '1;
    distance = '0;
    if (closes)
      for (int i = 0; i < QUADS; i++) begin
        distance = next_id - newest_at[i];
        if (compared[i] && distance < least) least = distance;
      end
  end
  assign newest = did_overlap ? next_id - least : next_id;

  always_ff @(posedge clock) begin
    if (reset) begin
      covered <= '0;
      second  <= '0;
      count   <= '0;
      next_id <= first_id;
      tracked <= '0;
    end else begin
      if (formed || exit_valid)
        for (int i = 0; i < QUADS; i++) begin
          if (formed && covered[i]) begin
            tracked[i]   <= 1'b1;
            newest_at[i] <= next_id;
          end else if (exit_valid && newest_at[i] == exiting_id && bug != BUG_TABLE_NOT_CLEARED)
            tracked[i] <= 1'b0;
        end
      if (formed) begin
        next_id <= next_id + 1'b1;
        covered <= '0;
        second  <= '0;
        count   <= '0;
      end
      if (quad_valid && quad_ready) begin
        covered[quad] <= 1'b1;
        if (!formed && count[0]) second[quad] <= 1'b1;
        count <= formed ? 1 : count + 1'b1;
      end
    end
  end
endmodule
