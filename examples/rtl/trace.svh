// The records of docs/trace.md, one task a kind; `last_event` is when something happened that is no poll.

// Places in program.s, in bytes.
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

function automatic string flag(input logic value);
  if (value) return "true";
  return "false";
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
  $fwrite(trace, "{\"kind\":\"draw-begin\",\"cycle\":0,\"draw\":0}\n");
endtask

task automatic begin_record(input string kind);
  last_event = cycle;
  $fwrite(trace, "{\"kind\":\"%s\",\"cycle\":%0d", kind, cycle);
endtask

task automatic trace_primitive;
  begin_record("primitive");
  $fwrite(trace, ",\"draw\":0,\"primitive\":%0d}\n", scanned);
endtask

task automatic trace_formed;
  begin_record("wave-formed");
  $fwrite(trace, ",\"wave\":%0d,\"packer\":0,\"id\":%0d,\"draw\":0,\"quads\":[", waves, formed_id);
  for (int i = 0; i < building; i++)
    $fwrite(trace, "%s%0d,%0d,%0d,65537,65537,0,0", comma(i), 2 * (building_quad[i] % QUADS_ACROSS),
            2 * (building_quad[i] / QUADS_ACROSS), building_primitive[i]);
  $fwrite(trace, "],\"quadCount\":%0d,\"didOverlap\":%s,\"newest\":%0d,\"intrawaveMask\":0,\"reason\":\"%s\"}\n",
          building, flag(formed_did_overlap), formed_newest, reason_name());
  begin_record("launch-requested");
  $fwrite(trace, ",\"wave\":%0d}\n", waves);
  if (draw_end) begin
    begin_record("draw-end");
    $fwrite(trace, ",\"draw\":0}\n");
  end
endtask

task automatic trace_launched(input int slot);
  begin_record("wave-launched");
  $fwrite(trace, ",\"wave\":%0d,\"waveType\":\"PS\",\"slot\":%0d,\"simd\":0,\"sgprs\":[],\"sgprCount\":0,",
          wave_of_id[waiting_id], slot);
  $fwrite(trace, "\"vgprs\":[],\"vgprCount\":0,\"mode\":-1,\"popsPacker\":0,\"controller\":0,\"loadCycles\":%0d,",
          launch_cycles);
  $fwrite(trace, "\"holds\":{\"vectorFirst\":%0d,\"vectorRows\":%0d,\"scalarFirst\":0,\"scalarCount\":0,",
          slot * SLOT_ROWS, SLOT_ROWS);
  $fwrite(trace, "\"localFirst\":0,\"localDwords\":0,\"scratchSlot\":-1}}\n");
endtask

task automatic trace_wait_done(input int wave, input int pc);
  begin_record("wait-done");
  $fwrite(trace, ",\"wave\":%0d,\"pc\":%0d,\"vm\":0,\"vs\":0,\"lgkm\":0,\"exp\":0}\n", wave, pc);
endtask

// What a slot does in this cycle, but for launches and accesses; equal polls in a row are told once.
task automatic trace_slot(input int slot);
  int wave;
  wave = wave_of_id[slot_id[slot]];
  case (slot_state[slot])
    START: has_polled[slot] = 1'b0;
    ENTRY:
    if (!has_polled[slot] || polled_id[slot] != visible_id) begin
      begin_record("exiting-id-polled");
      $fwrite(trace, ",\"wave\":%0d,\"packer\":0,\"id\":%0d,\"pc\":%0d}\n", wave, visible_id, POLL_PC);
      has_polled[slot] = 1'b1;
      polled_id[slot]  = visible_id;
    end
    LOAD_WAIT: if (returned[slot]) trace_wait_done(wave, LOAD_WAIT_PC);
    STORE_WAIT: if (returned[slot]) trace_wait_done(wave, STORE_WAIT_PC);
    EXIT: begin
      begin_record("message-sent");
      $fwrite(trace, ",\"wave\":%0d,\"pc\":%0d,\"message\":%0d,\"vm\":0,\"vs\":0,\"lgkm\":0,\"exp\":0}\n", wave,
              MESSAGE_PC, ORDERED_PS_DONE);
    end
    LAST: begin
      begin_record("wave-ended");
      $fwrite(trace, ",\"wave\":%0d,\"pc\":%0d,\"by\":\"end\",\"reason\":\"\"}\n", wave, END_PC);
      begin_record("resource-released");
      $fwrite(trace, ",\"wave\":%0d,\"slot\":%0d}\n", wave, slot);
    end
    default: ;
  endcase
endtask

task automatic trace_issued(input int i);
  int lanes;
  string operation;
  operation = "load";
  if (is_store[i]) operation = "store";
  lanes = 4 * quad_count[access_wave[i]];
  begin_record("memory-issued");
  $fwrite(trace, ",\"wave\":%0d,\"lanesLo\":%0d,\"lanesHi\":0,\"pc\":%0d,\"access\":%0d,\"operation\":\"%s\",",
          access_wave[i], 32'((64'd1 << lanes) - 1), is_store[i] ? STORE_PC : LOAD_PC, access_number[i],
          operation);
  $fwrite(trace, "\"space\":\"buffer\",\"counter\":\"%s\",\"addresses\":[", counter_name(is_store[i]));
  for (int lane = 0; lane < lanes; lane++)
    $fwrite(trace, "%s%0d", comma(lane), BUFFER_ADDRESS + 4 * word_of(access_wave[i], lane));
  $fwrite(trace, "],\"bytes\":4,\"glc\":true,\"dlc\":%s,\"slc\":false}\n", flag(!is_store[i]));
endtask

task automatic trace_performed(input int i);
  begin_record("memory-performed");
  $fwrite(trace, ",\"wave\":%0d,\"access\":%0d,\"level\":\"L2\",\"data\":[", access_wave[i], access_number[i]);
  for (int lane = 0; lane < 4 * quad_count[access_wave[i]]; lane++)
    $fwrite(trace, "%s%0d", comma(lane), data[i*WAVE_LANES+lane]);
  $fwrite(trace, "]}\n");
endtask

task automatic trace_returned(input int i);
  begin_record("memory-returned");
  $fwrite(trace, ",\"wave\":%0d,\"access\":%0d,\"counter\":\"%s\"}\n", access_wave[i], access_number[i],
          counter_name(is_store[i]));
endtask

// The id of the record is that of the oldest wave that has not exited, once this one has.
task automatic trace_exit;
  begin_record("section-exit");
  $fwrite(trace, ",\"wave\":%0d,\"packer\":0,\"id\":%0d}\n", wave_of_id[exiting_id], ID_BITS'(exiting_id + 1'b1));
endtask

task automatic trace_visible;
  begin_record("exiting-id-visible");
  $fwrite(trace, ",\"packer\":0,\"id\":%0d}\n", visible_id);
  shown_id = visible_id;
endtask

// Who waits where nothing moves any more, and what is in memory then.
task automatic finish_trace;
  int waiting;
  waiting = 0;
  begin_record("quiesced");
  $fwrite(trace, ",\"waiting\":[");
  for (int slot = 0; slot < SLOTS; slot++)
    if (slot_state[slot] == ENTRY) begin
      $fwrite(trace, "%s{\"unit\":\"wave\",\"index\":%0d,\"pc\":%0d,",
              comma(waiting), wave_of_id[slot_id[slot]], POLL_PC);
      $fwrite(trace, "\"cause\":{\"on\":\"exiting-id\",\"packer\":0,\"exiting\":%0d}}", visible_id);
      waiting++;
    end
  if (waits) begin
    $fwrite(trace, "%s{\"unit\":\"wave\",\"index\":%0d,\"pc\":-1,", comma(waiting), wave_of_id[waiting_id]);
    $fwrite(trace, "\"cause\":{\"on\":\"launch-resource\",\"resource\":\"wave-slot\"}}");
  end
  $fwrite(trace, "]}\n");
  begin_record("memory-dumped");
  $fwrite(trace, ",\"object\":\"buf\",\"words\":[");
  for (int i = 0; i < WORDS; i++) $fwrite(trace, "%s%0d", comma(i), memory[i]);
  $fwrite(trace, "]}\n");
  $fclose(trace);
  $finish;
endtask
