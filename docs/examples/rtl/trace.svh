// Writes the records of docs/trace.md with the package pops_trace, which is generated from the reader's tables. `last_event` is the
// cycle of the last record.
// verilator lint_off WIDTH

// Byte offsets in program.s.
localparam int POLL_PC = 68;
localparam int LOAD_PC = 88;
localparam int LOAD_WAIT_PC = 96;
localparam int STORE_PC = 108;
localparam int STORE_WAIT_PC = 116;
localparam int MESSAGE_PC = 120;
localparam int END_PC = 132;
localparam int ORDERED_PS_DONE = 7;
localparam longint BUFFER_ADDRESS = 64'h1_0004_0000;
// Every slot has its own part of the registers: rows of 32 lanes.
localparam int SLOT_ROWS = 16;

int trace;

function automatic string comma(input int place);
  if (place == 0) return "";
  return ",";
endfunction

function automatic string counter_name(input logic stores);
  if (stores) return "vs";
  return "vm";
endfunction

function automatic string reason_name;
  case (formed_reason)
    REASON_FULL: return "full";
    REASON_OVERLAP: return "overlap";
    default: return "draw-end";
  endcase
endfunction

task automatic open_trace(input string name);
  trace = $fopen(name, "w");
  if (trace == 0) $fatal(1, "Cannot write %s", name);
  write_draw_begin(trace, 0, 0);
endtask

task automatic trace_primitive;
  last_event = cycle;
  write_primitive(trace, cycle, 0, scanned);
endtask

task automatic trace_formed;
  string quads;
  quads = "";
  for (int i = 0; i < building; i++)
    quads = {quads, $sformatf("%s%0d,%0d,%0d,65537,65537,0,0", comma(i), 2 * (building_quad[i] % QUADS_ACROSS),
                              2 * (building_quad[i] / QUADS_ACROSS), building_primitive[i])};
  last_event = cycle;
  write_wave_formed(trace, cycle, waves, 0, formed_id, 0, quads, building, formed_did_overlap, formed_newest, 0,
                    reason_name());
  write_launch_requested(trace, cycle, waves);
  if (draw_end) write_draw_end(trace, cycle, 0);
endtask

task automatic trace_launched(input int slot);
  last_event = cycle;
  write_wave_launched(trace, cycle, wave_of_id[waiting_id], "PS", slot, 0, "", 0, "", 0, -1, 0, 0, launch_cycles,
                      slot * SLOT_ROWS, SLOT_ROWS, 0, 0, 0, 0, -1);
endtask

task automatic trace_wait_done(input int wave, input int pc);
  last_event = cycle;
  write_wait_done(trace, cycle, wave, 0, 0, 0, 0, pc, NONE, NONE, NONE);
endtask

// What a slot does in this cycle, except launches and accesses; equal polls in a row are recorded once.
task automatic trace_slot(input int slot);
  int wave;
  wave = wave_of_id[slot_id[slot]];
  case (slot_state[slot])
    START: has_polled[slot] = 1'b0;
    ENTRY:
    if (!has_polled[slot] || polled_id[slot] != visible_id) begin
      last_event = cycle;
      write_exiting_id_polled(trace, cycle, wave, 0, visible_id, POLL_PC);
      has_polled[slot] = 1'b1;
      polled_id[slot]  = visible_id;
    end
    LOAD_WAIT: if (returned[slot]) trace_wait_done(wave, LOAD_WAIT_PC);
    STORE_WAIT: if (returned[slot]) trace_wait_done(wave, STORE_WAIT_PC);
    EXIT: begin
      last_event = cycle;
      write_message_sent(trace, cycle, wave, 0, 0, 0, 0, MESSAGE_PC, ORDERED_PS_DONE, NONE, NONE, NONE);
    end
    LAST: begin
      last_event = cycle;
      write_wave_ended(trace, cycle, wave, END_PC, "end", "");
      write_resource_released(trace, cycle, wave, slot);
    end
    default: ;
  endcase
endtask

task automatic trace_issued(input int i);
  int lanes;
  string operation, addresses;
  operation = "load";
  if (is_store[i]) operation = "store";
  lanes = 4 * quad_count[access_wave[i]];
  addresses = "";
  for (int lane = 0; lane < lanes; lane++)
    addresses = {addresses, $sformatf("%s%0d", comma(lane), BUFFER_ADDRESS + 4 * word_of(access_wave[i], lane))};
  last_event = cycle;
  write_memory_issued(trace, cycle, access_wave[i], (64'sd1 << lanes) - 1, 0, is_store[i] ? STORE_PC : LOAD_PC,
                      access_number[i], operation, "buffer", counter_name(is_store[i]), addresses, 4, 1'b1,
                      !is_store[i], 1'b0, NONE, NONE, NONE);
endtask

task automatic trace_performed(input int i);
  string words;
  words = "";
  for (int lane = 0; lane < 4 * quad_count[access_wave[i]]; lane++)
    words = {words, $sformatf("%s%0d", comma(lane), data[i*WAVE_LANES+lane])};
  last_event = cycle;
  write_memory_performed(trace, cycle, access_wave[i], access_number[i], "L2", words, NONE);
endtask

task automatic trace_returned(input int i);
  last_event = cycle;
  write_memory_returned(trace, cycle, access_wave[i], access_number[i], counter_name(is_store[i]));
endtask

// The record's id is that of the oldest wave that has not exited, after this exit.
task automatic trace_exit;
  last_event = cycle;
  write_section_exit(trace, cycle, wave_of_id[exiting_id], 0, ID_BITS'(exiting_id + 1'b1));
endtask

task automatic trace_visible;
  last_event = cycle;
  write_exiting_id_visible(trace, cycle, 0, visible_id);
  shown_id = visible_id;
endtask

// Records which waves wait when nothing moves any more, and the final memory.
task automatic finish_trace;
  int waiting;
  string parties, words;
  waiting = 0;
  parties = "";
  for (int slot = 0; slot < SLOTS; slot++)
    if (slot_state[slot] == ENTRY) begin
      parties = {parties, $sformatf("%s{'unit':'wave','index':%0d,'pc':%0d,", comma(waiting),
                                    wave_of_id[slot_id[slot]], POLL_PC),
                 $sformatf("'cause':{'on':'exiting-id','packer':0,'exiting':%0d}}", visible_id)};
      waiting++;
    end
  if (waits)
    parties = {parties, $sformatf("%s{'unit':'wave','index':%0d,'pc':-1,", comma(waiting), wave_of_id[waiting_id]),
               "'cause':{'on':'launch-resource','resource':'wave-slot'}}"};
  write_quiesced(trace, cycle, {"[", parties, "]"});
  words = "";
  for (int i = 0; i < WORDS; i++) words = {words, $sformatf("%s%0d", comma(i), memory[i])};
  write_memory_dumped(trace, cycle, "buf", words);
  $fclose(trace);
  $finish;
endtask

// verilator lint_on WIDTH
