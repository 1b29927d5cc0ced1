// Drives the design with the primitives of a scenario, provides its memory and arithmetic, and traces what happens.
module testbench;
  import names::*;
  import pops_trace::*;

  localparam int ID_BITS = 10;
  localparam int WINDOW = 32;
  // Ids wrap after sixteen waves.
  localparam logic [ID_BITS-1:0] FIRST_ID = 1008;
  localparam int QUADS_ACROSS = 16;
  localparam int QUADS_DOWN = 16;
  localparam int QUADS = QUADS_ACROSS * QUADS_DOWN;
  localparam int WAVE_QUADS = 8;
  localparam int WAVE_LANES = 4 * WAVE_QUADS;
  localparam int SLOTS = 8;
  localparam int PRIMITIVES = 256;
  localparam int WORDS = 4 * QUADS;
  // Maximum number of accesses in flight; their numbers keep counting.
  localparam int ACCESSES = 64;
  // Cycles in which nothing happens before the device counts as hung: more than any latency.
  localparam int HANG_CYCLES = 1000;

  logic clock = 1'b0;
  logic reset = 1'b1;
  logic [2:0] bug;
  logic quad_valid = 1'b0;
  logic [$clog2(QUADS)-1:0] quad;
  logic draw_end = 1'b0;
  logic quad_ready, formed, formed_did_overlap, waits, exit_valid;
  logic [1:0] formed_reason;
  logic [ID_BITS-1:0] formed_id, formed_newest, waiting_id, exiting_id, visible_id;
  logic [3:0] launch_cycles = 4'd3;
  logic [SLOTS-1:0] launch, granted;
  logic [SLOTS-1:0] returned = '0;
  logic [SLOTS-1:0][ID_BITS-1:0] slot_id;
  logic [SLOTS-1:0][3:0] slot_state;
  logic memory_ready = 1'b0;

  ordering #(ID_BITS, WINDOW, QUADS, WAVE_QUADS, SLOTS) dut (
      .first_id(FIRST_ID),
      .*
  );

  always #1 clock = !clock;

  // The primitives, as rectangles of quads: right and bottom are outside.
  int left[PRIMITIVES], top[PRIMITIVES], right[PRIMITIVES], bottom[PRIMITIVES];
  int primitives = 0;
  int scanned = 0;  // the primitive whose quads come now
  int column, row;

  // The wave that is being built, and all that were formed: their quads and primitives in order.
  int building = 0;
  int building_quad[WAVE_QUADS], building_primitive[WAVE_QUADS];
  int waves = 0;
  int wave_of_id[1<<ID_BITS];
  int quad_count[1<<ID_BITS];
  int quad_at[WAVE_QUADS<<ID_BITS];

  // Memory, what loads gave to the lanes of each slot, and accesses under way.
  int unsigned memory[WORDS], loaded[SLOTS*WAVE_LANES];
  int accesses = 0;
  int pending = 0;
  logic [ACCESSES-1:0] is_pending = '0, is_performed = '0, is_store;
  int access_wave[ACCESSES], access_slot[ACCESSES], access_number[ACCESSES], cycles_left[ACCESSES];
  int unsigned data[ACCESSES*WAVE_LANES];

  int cycle = 0;
  int last_event = 0;
  logic [SLOTS-1:0] has_polled = '0;
  logic [ID_BITS-1:0] polled_id[SLOTS];
  logic [ID_BITS-1:0] shown_id;
  int unsigned random_state;

  `include "trace.svh"

  // The same numbers in every simulator.
  function automatic int unsigned random(input int unsigned least, input int unsigned most);
    random_state = random_state ^ (random_state << 13);
    random_state = random_state ^ (random_state >> 17);
    random_state = random_state ^ (random_state << 5);
    return least + random_state % (most - least + 1);
  endfunction

  // Place in memory of the pixel that a lane of a wave shades.
  function automatic int word_of(input int wave, input int lane);
    int place, x, y;
    place = quad_at[wave*WAVE_QUADS+lane/4];
    x = 2 * (place % QUADS_ACROSS) + lane % 2;
    y = 2 * (place / QUADS_ACROSS) + lane / 2 % 2;
    return y * 2 * QUADS_ACROSS + x;
  endfunction

  // Reads the corners of the rectangles: three points a primitive, in 1/256 pixel.
  task automatic read_primitives(input string name);
    int file, got, value;
    string word;
    file = $fopen(name, "r");
    if (file == 0) $fatal(1, "Cannot read %s; give +scenario=FILE", name);
    got = $fscanf(file, "%s", word);
    while (got == 1 && (word.len() < 10 || word.substr(1, 8) != "vertices")) got = $fscanf(file, "%s", word);
    got = $fscanf(file, " [%d,", value);
    while (got == 1) begin
      if (primitives == PRIMITIVES) $fatal(1, "%s has more than %0d primitives", name, PRIMITIVES);
      left[primitives] = value / 512;
      got = $fscanf(file, "%d,", value);
      top[primitives] = value / 512;
      got = $fscanf(file, "%d,", value);
      right[primitives] = value / 512;
      for (int i = 0; i < 3; i++) got = $fscanf(file, "%d,", value);
      bottom[primitives] = value / 512;
      primitives++;
      got = $fscanf(file, "%d,", value);
    end
    $fclose(file);
  endtask

  task automatic step_memory;
    returned <= '0;
    for (int i = 0; i < ACCESSES; i++)
      if (is_pending[i]) begin
        cycles_left[i]--;
        if (cycles_left[i] == 0 && !is_performed[i]) begin
          for (int lane = 0; lane < 4 * quad_count[access_wave[i]]; lane++)
            if (is_store[i]) memory[word_of(access_wave[i], lane)] = data[i*WAVE_LANES+lane];
            else data[i*WAVE_LANES+lane] = memory[word_of(access_wave[i], lane)];
          is_performed[i] = 1'b1;
          cycles_left[i] = random(1, 20);
          trace_performed(i);
        end else if (cycles_left[i] == 0) begin
          if (!is_store[i])
            for (int lane = 0; lane < WAVE_LANES; lane++)
              loaded[access_slot[i]*WAVE_LANES+lane] = data[i*WAVE_LANES+lane];
          is_pending[i] = 1'b0;
          pending--;
          returned[access_slot[i]] <= 1'b1;
          trace_returned(i);
        end
      end
  endtask

  task automatic issue(input int slot);
    int i;
    i = accesses % ACCESSES;
    if (is_pending[i]) $fatal(1, "More than %0d accesses are under way", ACCESSES);
    is_pending[i] = 1'b1;
    is_performed[i] = 1'b0;
    is_store[i] = slot_state[slot] == STORE;
    access_wave[i] = wave_of_id[slot_id[slot]];
    access_slot[i] = slot;
    access_number[i] = accesses;
    cycles_left[i] = random(2, 80);
    for (int lane = 0; lane < WAVE_LANES; lane++)
      if (is_store[i]) data[i*WAVE_LANES+lane] = 2 * loaded[slot*WAVE_LANES+lane] + 3;
    accesses++;
    pending++;
    trace_issued(i);
  endtask

  task automatic form;
    wave_of_id[formed_id] = waves;
    quad_count[waves] = building;
    for (int i = 0; i < building; i++) quad_at[waves*WAVE_QUADS+i] = building_quad[i];
    trace_formed();
    waves++;
    building = 0;
  endtask

  task automatic take_quad;
    if (column == left[scanned] && row == top[scanned]) trace_primitive();
    building_quad[building] = int'(quad);
    building_primitive[building] = scanned;
    building++;
    column++;
    if (column == right[scanned]) begin
      column = left[scanned];
      row++;
    end
    if (row == bottom[scanned]) begin
      scanned++;
      column = left[scanned];
      row = top[scanned];
    end
  endtask

  task automatic offer_quad;
    draw_end <= scanned == primitives;
    quad_valid <= scanned < primitives && ((quad_valid && !quad_ready) || random(0, 7) != 0);
    quad <= $clog2(QUADS)'(row * QUADS_ACROSS + column);
  endtask

  // All waves are formed and have ended, and polls see the id after the last one.
  function automatic logic has_ended;
    return draw_end && building == 0 && !waits && slot_state == '0 && pending == 0 &&
        shown_id == ID_BITS'(int'(FIRST_ID) + waves);
  endfunction

  initial begin
    string scenario, name, vcd;
    int seed, bug_number;
    if ($value$plusargs("scenario=%s", scenario) == 0) scenario = "scenario.json";
    if ($value$plusargs("trace=%s", name) == 0) name = "trace.jsonl";
    if ($value$plusargs("seed=%d", seed) == 0) seed = 1;
    if ($value$plusargs("BUG=%d", bug_number) == 0) bug_number = 0;
    if (bug_number < 0 || bug_number > int'(BUG_TABLE_NOT_CLEARED))
      $fatal(1, "+BUG=%0d is not a bug; expected 0 to %0d", bug_number, BUG_TABLE_NOT_CLEARED);
    bug = bug_number[2:0];
    random_state = 32'h9e3779b9 * (2 * seed + 1);
    shown_id = FIRST_ID;
    for (int i = 0; i < WORDS; i++) memory[i] = 0;
    if ($value$plusargs("vcd=%s", vcd)) begin
      $dumpfile(vcd);
      $dumpvars(0, testbench);
    end
    read_primitives(scenario);
    column = left[0];
    row = top[0];
    open_trace(name);
    repeat (2) @(negedge clock);
    reset = 1'b0;
  end

  always @(posedge clock)
    if (!reset) begin
      cycle++;
      step_memory();
      if (visible_id != shown_id) trace_visible();
      for (int slot = 0; slot < SLOTS; slot++) trace_slot(slot);
      if (formed) form();
      if (quad_valid && quad_ready) take_quad();
      for (int slot = 0; slot < SLOTS; slot++) begin
        if (launch[slot]) trace_launched(slot);
        if (granted[slot]) issue(slot);
      end
      if (exit_valid) trace_exit();
      offer_quad();
      launch_cycles <= 4'(random(3, 10));
      memory_ready <= random(0, 3) != 0;
      if (has_ended() || cycle - last_event > HANG_CYCLES) finish_trace();
    end
endmodule
