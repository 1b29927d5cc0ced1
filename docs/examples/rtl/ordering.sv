// Primitive order of one packer: waves are formed, launched into slots, let into their section, and counted out.
module ordering #(
    parameter int ID_BITS = 10,
    parameter int WINDOW = 32,
    parameter int QUADS = 64,
    parameter int WAVE_QUADS = 8,
    parameter int SLOTS = 8
) (
    input  logic                          clock,
    input  logic                          reset,
    input  logic [2:0]                    bug,
    input  logic [ID_BITS-1:0]            first_id,
    input  logic                          quad_valid,
    input  logic [$clog2(QUADS)-1:0]      quad,
    input  logic                          draw_end,
    output logic                          quad_ready,
    output logic                          formed,
    output logic [1:0]                    formed_reason,
    output logic [ID_BITS-1:0]            formed_id,
    output logic                          formed_did_overlap,
    output logic [ID_BITS-1:0]            formed_newest,
    // The launch of the wave that waits for a slot; loading its registers takes `launch_cycles` cycles.
    output logic                          waits,
    output logic [ID_BITS-1:0]            waiting_id,
    input  logic [3:0]                    launch_cycles,
    output logic [SLOTS-1:0]              launch,
    // Slots, and their accesses: a load, then a store.
    output logic [SLOTS-1:0][ID_BITS-1:0] slot_id,
    output logic [SLOTS-1:0][3:0]         slot_state,
    input  logic                          memory_ready,
    output logic [SLOTS-1:0]              granted,
    input  logic [SLOTS-1:0]              returned,
    output logic                          exit_valid,
    output logic [ID_BITS-1:0]            exiting_id,
    output logic [ID_BITS-1:0]            visible_id
);
  import names::*;

  logic waiting_did_overlap;
  logic [ID_BITS-1:0] waiting_newest;
  logic [3:0] loading;  // cycles for which the launch controller is busy
  logic [SLOTS-1:0] free, request, message;

  packer #(ID_BITS, WINDOW, QUADS, WAVE_QUADS) packer (
      .formed_ready(!waits),
      .did_overlap(formed_did_overlap),
      .newest(formed_newest),
      .*
  );
  exit_tracker #(ID_BITS, WINDOW, SLOTS) exit_tracker (.message_id(slot_id), .*);

  // x & -x is the lowest bit of x.
  assign launch  = waits && loading == 0 ? free & (~free + 1'b1) : '0;
  assign granted = memory_ready ? request & (~request + 1'b1) : '0;

  always_ff @(posedge clock)
    if (reset) begin
      waits   <= 1'b0;
      loading <= '0;
    end else begin
      if (launch != '0) loading <= launch_cycles;
      else if (loading != 0) loading <= loading - 1'b1;
      if (formed) begin
        waiting_id <= formed_id;
        waiting_did_overlap <= formed_did_overlap;
        waiting_newest <= formed_newest;
      end
      if (formed) waits <= 1'b1;
      else if (launch != '0) waits <= 1'b0;
    end

  for (genvar i = 0; i < SLOTS; i++) begin : slots
    assign free[i] = slot_state[i] == FREE || (bug == BUG_SLOT_FREE_EARLY && slot_state[i] == STORE_WAIT);
    wave_slot #(ID_BITS) slot (
        .clock,
        .reset,
        .bug,
        .launch(launch[i]),
        .launch_cycles,
        .launch_id(waiting_id),
        .launch_did_overlap(waiting_did_overlap),
        .launch_newest(waiting_newest),
        .visible_id,
        .request(request[i]),
        .granted(granted[i]),
        .returned(returned[i]),
        .message(message[i]),
        .id(slot_id[i]),
        .state(slot_state[i])
    );
  end
endmodule
