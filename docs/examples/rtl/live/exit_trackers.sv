// The exits of all packers. They arrive at one port per packer, wait in one queue, and are counted: in the order of ids if polls read
// the exiting id, otherwise as they arrive. Both outputs can be stalled.
module exit_trackers #(
    parameter int PACKERS = 4,
    parameter int ID_BITS = 10,
    parameter int QUEUE = 2,
    parameter int PATH = 1024
) (
    input  logic                             clock,
    input  logic                             reset,
    input  logic [3:0]                       bug,
    // Settings of the test: whether exits count as they arrive, the ids, and the cycles from a counted exit to polls.
    input  logic                             by_export,
    input  logic [ID_BITS-1:0]               first_id,
    input  logic [ID_BITS-1:0]               last_id,
    input  logic [9:0]                       path_cycles,
    input  logic [PACKERS-1:0]               formed,
    input  logic [PACKERS-1:0][ID_BITS-1:0]  formed_id,
    // The sender holds back exits for which it has no credit.
    input  logic [PACKERS-1:0]               exit,
    input  logic [PACKERS-1:0][ID_BITS-1:0]  exit_id,
    output logic [2:0]                       credits,
    output logic                             exited,
    output logic [$clog2(PACKERS)-1:0]       exited_packer,
    output logic [ID_BITS-1:0]               exited_id,
    input  logic                             exited_ready,
    output logic                             visible,
    output logic [$clog2(PACKERS)-1:0]       visible_packer,
    output logic [ID_BITS-1:0]               visible_id,
    input  logic                             visible_ready,
    output logic                             busy,
    // Cycles until the next id is due at polls, while nothing else is under way.
    output logic [11:0]                      rests
);
  import live_names::*;
  localparam int PACKER_BITS = $clog2(PACKERS);
  localparam int IDS = 1 << ID_BITS;
  localparam int PATH_BITS = $clog2(PATH);
  localparam int SLOW_CYCLES = 500;

  typedef logic [PACKER_BITS-1:0] packer_t;
  typedef logic [ID_BITS-1:0] id_t;
  typedef logic [$clog2(QUEUE)-1:0] place_t;

  function automatic id_t after(input id_t id);
    after = id == last_id ? '0 : id + 1'b1;
  endfunction

  // Exits that have arrived but are not in the tracker; the oldest is in place 0.
  logic [QUEUE-1:0][PACKER_BITS-1:0] queue_packer, queue_packer_next;
  logic [QUEUE-1:0][ID_BITS-1:0] queue_id, queue_id_next;
  logic [$clog2(QUEUE):0] queued, queued_next;

  // Waves that were formed, and exits that have arrived, by packer and id.
  logic [IDS-1:0] live[PACKERS];
  logic [IDS-1:0] arrived[PACKERS];
  logic [PACKERS-1:0][ID_BITS-1:0] oldest;
  logic [4:0] taken_count;

  logic in_order;
  assign in_order = !by_export || bug == BUG_IN_ORDER_ALWAYS;

  // The next packer whose oldest wave has sent its exit.
  packer_t turn, counted_packer, candidate;
  logic counts;
  always_comb begin
    counts = 1'b0;
    counted_packer = turn;
    candidate = turn;
    for (int i = PACKERS - 1; i >= 0; i--) begin
      candidate = turn + packer_t'(i);
      if (in_order && live[candidate][oldest[candidate]] && arrived[candidate][oldest[candidate]]) begin
        counts = 1'b1;
        counted_packer = candidate;
      end
    end
  end

  // Ids on their way to polls since their exits were handed over, oldest first, with the cycles in which they arrive.
  logic [PACKER_BITS-1:0] path_packer[PATH];
  logic [ID_BITS-1:0] path_id[PATH];
  logic [11:0] path_due[PATH];
  logic [PATH_BITS-1:0] path_first, path_next;
  logic [PATH_BITS:0] on_path;
  logic [11:0] now, past_due;

  // What is counted goes to the output register; there it stays until it is taken.
  logic output_free, takes, counts_now, handed_over, enters_path;
  assign output_free = !exited || exited_ready || bug == BUG_HELD_EXIT_REPLACED;
  assign counts_now = counts && output_free && int'(on_path) < PATH - 1;
  assign handed_over = exited && exited_ready;
  assign enters_path = handed_over && !by_export;
  assign takes = queued != 0 && (in_order || output_free);

  logic path_arrives, path_leaves;
  assign past_due = now - path_due[path_first];
  assign path_arrives = on_path != 0 && !past_due[11];
  assign path_leaves = path_arrives && (!visible || visible_ready || bug == BUG_HELD_ID_DROPPED);

  logic moves;
  assign moves = queued != 0 || exited || visible || counts;
  assign busy = moves || on_path != 0;
  assign rests = moves || path_arrives ? '0 : -past_due;

  // The queue after this cycle: without the exit that is taken, with those that arrive.
  logic came;
  always_comb begin
    queue_packer_next = queue_packer;
    queue_id_next = queue_id;
    queued_next = queued;
    came = 1'b0;
    if (takes) begin
      queue_packer_next = queue_packer >> PACKER_BITS;
      queue_id_next = queue_id >> ID_BITS;
      queued_next = queued - 1'b1;
    end
    for (int i = 0; i < PACKERS; i++)
      if (exit[i] && int'(queued_next) < QUEUE && !(came && bug == BUG_TWO_IN_ONE_CYCLE)) begin
        queue_packer_next[place_t'(queued_next)] = packer_t'(i);
        queue_id_next[place_t'(queued_next)] = exit_id[i];
        queued_next = queued_next + 1'b1;
        came = 1'b1;
      end
  end

  logic is_lost;
  assign is_lost = bug == BUG_EXIT_LOST && taken_count == '1;

  id_t shown;
  always_comb begin
    shown = path_id[path_first];
    if (bug == BUG_ONE_AHEAD) shown = after(shown);
    if (bug == BUG_NO_WRAP && shown == '0) shown = last_id;
  end

  always_ff @(posedge clock)
    if (reset) begin
      queued <= '0;
      turn <= '0;
      taken_count <= '0;
      exited <= 1'b0;
      visible <= 1'b0;
      credits <= '0;
      path_first <= '0;
      path_next <= '0;
      on_path <= '0;
      now <= '0;
      for (int i = 0; i < PACKERS; i++) begin
        live[i] <= '0;
        arrived[i] <= '0;
        oldest[i] <= first_id;
      end
    end else begin
      now <= now + 1'b1;
      queue_packer <= queue_packer_next;
      queue_id <= queue_id_next;
      queued <= queued_next;
      credits <= bug == BUG_CREDIT_EARLY ? 3'($countones(exit)) : 3'(takes);
      if (exited_ready) exited <= 1'b0;
      if (visible_ready) visible <= 1'b0;

      for (int i = 0; i < PACKERS; i++)
        if (formed[i] && !(bug == BUG_FORMED_WHILE_COUNTED && counts_now && int'(counted_packer) == i))
          live[i][formed_id[i]] <= 1'b1;

      if (takes) begin
        taken_count <= taken_count + 1'b1;
        if (in_order && !is_lost)
          arrived[queue_packer[0]][bug == BUG_OUT_OF_ORDER ? oldest[queue_packer[0]] : queue_id[0]] <= 1'b1;
        if (!in_order && !is_lost) begin
          exited <= 1'b1;
          exited_packer <= queue_packer[0];
          exited_id <= queue_id[0];
        end
      end

      if (counts_now) begin
        exited <= 1'b1;
        exited_packer <= counted_packer;
        exited_id <= oldest[counted_packer];
        live[counted_packer][oldest[counted_packer]] <= 1'b0;
        arrived[counted_packer][oldest[counted_packer]] <= 1'b0;
        oldest[counted_packer] <= after(oldest[counted_packer]);
        turn <= counted_packer + 1'b1;
      end

      if (enters_path) begin
        path_packer[path_next] <= bug == BUG_FIRST_PACKER ? '0 : exited_packer;
        path_id[path_next] <= after(exited_id);
        path_due[path_next] <= now + 12'(path_cycles) + (bug == BUG_SLOW ? 12'(SLOW_CYCLES) : 12'd0);
        path_next <= path_next + 1'b1;
      end

      if (path_leaves) path_first <= path_first + 1'b1;
      if (path_leaves && (bug == BUG_HELD_ID_DROPPED ? visible_ready : !visible || visible_ready)) begin
        visible <= 1'b1;
        visible_packer <= path_packer[path_first];
        visible_id <= shown;
      end
      on_path <= on_path + (PATH_BITS + 1)'(enters_path) - (PATH_BITS + 1)'(path_leaves);
    end
endmodule
