// Writes traces for "pops-tb check-trace" (docs/trace.md).
// A column is a string of comma-separated numbers, such as $sformatf("%0d,%0d", x, y). An optional integer may be NONE.
// Strings contain neither quotes nor backslashes; waiters are passed as JSON with ' instead of ".
package pops_trace;
  localparam longint NONE = -64'sd9223372036854775807;

  task automatic write_quoted(input integer file, input string text);
    string character;
    for (int i = 0; i < text.len(); i++) begin
      character = text.substr(i, i);
      if (character == "'") $fwrite(file, "%c", 8'd34);
      else $fwrite(file, "%0s", character);
    end
  endtask

  // Generated from the table; do not edit by hand.
  // draw: integer
  task automatic write_draw_begin(input integer file, input longint cycle, input longint draw);
    $fwrite(file, "{\"kind\":\"draw-begin\",\"cycle\":%0d,\"draw\":%0d", cycle, draw);
    $fwrite(file, "}\n");
  endtask

  // draw: integer
  task automatic write_draw_end(input integer file, input longint cycle, input longint draw);
    $fwrite(file, "{\"kind\":\"draw-end\",\"cycle\":%0d,\"draw\":%0d", cycle, draw);
    $fwrite(file, "}\n");
  endtask

  // draw: integer; primitive: integer
  task automatic write_primitive(input integer file, input longint cycle, input longint draw, input longint primitive_);
    $fwrite(file, "{\"kind\":\"primitive\",\"cycle\":%0d,\"draw\":%0d,\"primitive\":%0d", cycle, draw, primitive_);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; packer: integer; id: integer; draw: integer; quads: i32; quadCount: integer; didOverlap: flag; newest: integer; intrawaveMask: integer; reason: full | overlap | draw-end | timeout | region | drain | table
  task automatic write_wave_formed(input integer file, input longint cycle, input longint wave, input longint packer, input longint id, input longint draw, input string quads, input longint quad_count, input bit did_overlap, input longint newest, input longint intrawave_mask, input string reason);
    $fwrite(file, "{\"kind\":\"wave-formed\",\"cycle\":%0d,\"wave\":%0d,\"packer\":%0d,\"id\":%0d,\"draw\":%0d,\"quads\":[%0s],\"quadCount\":%0d,\"didOverlap\":%0s,\"newest\":%0d,\"intrawaveMask\":%0d,\"reason\":\"%0s\"", cycle, wave, packer, id, draw, quads, quad_count, did_overlap ? "true" : "false", newest, intrawave_mask, reason);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; overlapped: i32; count: integer; exact: flag
  task automatic write_overlap(input integer file, input longint cycle, input longint wave, input string overlapped, input longint count, input bit exact);
    $fwrite(file, "{\"kind\":\"overlap\",\"cycle\":%0d,\"wave\":%0d,\"overlapped\":[%0s],\"count\":%0d,\"exact\":%0s", cycle, wave, overlapped, count, exact ? "true" : "false");
    $fwrite(file, "}\n");
  endtask

  // wave: integer
  task automatic write_launch_requested(input integer file, input longint cycle, input longint wave);
    $fwrite(file, "{\"kind\":\"launch-requested\",\"cycle\":%0d,\"wave\":%0d", cycle, wave);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; resource: wave-slot | vgpr | sgpr | lds | scratch | barrier
  task automatic write_launch_refused(input integer file, input longint cycle, input longint wave, input string resource);
    $fwrite(file, "{\"kind\":\"launch-refused\",\"cycle\":%0d,\"wave\":%0d,\"resource\":\"%0s\"", cycle, wave, resource);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; waveType: PS | PS1 | PS2 | PS3; slot: integer; simd: integer; sgprs: i32; sgprCount: integer; vgprs: i32; vgprCount: integer; mode: integer; popsPacker: integer; controller: integer; loadCycles: integer; holds: holds
  task automatic write_wave_launched(input integer file, input longint cycle, input longint wave, input string wave_type, input longint slot, input longint simd, input string sgprs, input longint sgpr_count, input string vgprs, input longint vgpr_count, input longint mode, input longint pops_packer, input longint controller, input longint load_cycles, input longint vector_first, input longint vector_rows, input longint scalar_first, input longint scalar_count, input longint local_first, input longint local_dwords, input longint scratch_slot);
    $fwrite(file, "{\"kind\":\"wave-launched\",\"cycle\":%0d,\"wave\":%0d,\"waveType\":\"%0s\",\"slot\":%0d,\"simd\":%0d,\"sgprs\":[%0s],\"sgprCount\":%0d,\"vgprs\":[%0s],\"vgprCount\":%0d,\"mode\":%0d,\"popsPacker\":%0d,\"controller\":%0d,\"loadCycles\":%0d,\"holds\":{\"vectorFirst\":%0d,\"vectorRows\":%0d,\"scalarFirst\":%0d,\"scalarCount\":%0d,\"localFirst\":%0d,\"localDwords\":%0d,\"scratchSlot\":%0d}", cycle, wave, wave_type, slot, simd, sgprs, sgpr_count, vgprs, vgpr_count, mode, pops_packer, controller, load_cycles, vector_first, vector_rows, scalar_first, scalar_count, local_first, local_dwords, scratch_slot);
    $fwrite(file, "}\n");
  endtask

  // wave: integer
  task automatic write_vgprs_released(input integer file, input longint cycle, input longint wave);
    $fwrite(file, "{\"kind\":\"vgprs-released\",\"cycle\":%0d,\"wave\":%0d", cycle, wave);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; slot: integer
  task automatic write_resource_released(input integer file, input longint cycle, input longint wave, input longint slot);
    $fwrite(file, "{\"kind\":\"resource-released\",\"cycle\":%0d,\"wave\":%0d,\"slot\":%0d", cycle, wave, slot);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; pc: integer; type: position | colour | parameter | gds; index: integer
  task automatic write_export_requested(input integer file, input longint cycle, input longint wave, input longint pc, input string type_, input longint index);
    $fwrite(file, "{\"kind\":\"export-requested\",\"cycle\":%0d,\"wave\":%0d,\"pc\":%0d,\"type\":\"%0s\",\"index\":%0d", cycle, wave, pc, type_, index);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; lanesLo: integer; lanesHi: integer; pc: integer; type: position | colour | parameter | gds; index: integer; target: integer; enabled: integer; compressed: flag; data: i32
  task automatic write_export_granted(input integer file, input longint cycle, input longint wave, input longint lanes_lo, input longint lanes_hi, input longint pc, input string type_, input longint index, input longint target, input longint enabled, input bit compressed, input string data);
    $fwrite(file, "{\"kind\":\"export-granted\",\"cycle\":%0d,\"wave\":%0d,\"lanesLo\":%0d,\"lanesHi\":%0d,\"pc\":%0d,\"type\":\"%0s\",\"index\":%0d,\"target\":%0d,\"enabled\":%0d,\"compressed\":%0s,\"data\":[%0s]", cycle, wave, lanes_lo, lanes_hi, pc, type_, index, target, enabled, compressed ? "true" : "false", data);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; packer: integer
  task automatic write_sx_alloc(input integer file, input longint cycle, input longint wave, input longint packer);
    $fwrite(file, "{\"kind\":\"sx-alloc\",\"cycle\":%0d,\"wave\":%0d,\"packer\":%0d", cycle, wave, packer);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; packer: integer
  task automatic write_sx_freed(input integer file, input longint cycle, input longint wave, input longint packer);
    $fwrite(file, "{\"kind\":\"sx-freed\",\"cycle\":%0d,\"wave\":%0d,\"packer\":%0d", cycle, wave, packer);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; first: integer; last: integer
  task automatic write_instructions_issued(input integer file, input longint cycle, input longint wave, input longint first, input longint last);
    $fwrite(file, "{\"kind\":\"instructions-issued\",\"cycle\":%0d,\"wave\":%0d,\"first\":%0d,\"last\":%0d", cycle, wave, first, last);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; asked: integer; line: integer; bank: integer; arrives: integer
  task automatic write_code_line_served(input integer file, input longint cycle, input longint wave, input longint asked, input longint line, input longint bank, input longint arrives);
    $fwrite(file, "{\"kind\":\"code-line-served\",\"cycle\":%0d,\"wave\":%0d,\"asked\":%0d,\"line\":%0d,\"bank\":%0d,\"arrives\":%0d", cycle, wave, asked, line, bank, arrives);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; pc: integer; register: integer; offset: integer; size: integer; value: integer
  task automatic write_hwreg_written(input integer file, input longint cycle, input longint wave, input longint pc, input longint register_, input longint offset, input longint size, input longint value);
    $fwrite(file, "{\"kind\":\"hwreg-written\",\"cycle\":%0d,\"wave\":%0d,\"pc\":%0d,\"register\":%0d,\"offset\":%0d,\"size\":%0d,\"value\":%0d", cycle, wave, pc, register_, offset, size, value);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; packer: integer; id: integer; pc: integer
  task automatic write_exiting_id_polled(input integer file, input longint cycle, input longint wave, input longint packer, input longint id, input longint pc);
    $fwrite(file, "{\"kind\":\"exiting-id-polled\",\"cycle\":%0d,\"wave\":%0d,\"packer\":%0d,\"id\":%0d,\"pc\":%0d", cycle, wave, packer, id, pc);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; vm: integer; vs: integer; lgkm: integer; exp: integer; pc: integer; sample: integer; bvh: integer; km: integer
  task automatic write_wait_done(input integer file, input longint cycle, input longint wave, input longint vm, input longint vs, input longint lgkm, input longint exp, input longint pc, input longint sample, input longint bvh, input longint km);
    $fwrite(file, "{\"kind\":\"wait-done\",\"cycle\":%0d,\"wave\":%0d,\"vm\":%0d,\"vs\":%0d,\"lgkm\":%0d,\"exp\":%0d,\"pc\":%0d", cycle, wave, vm, vs, lgkm, exp, pc);
    if (sample != NONE) $fwrite(file, ",\"sample\":%0d", sample);
    if (bvh != NONE) $fwrite(file, ",\"bvh\":%0d", bvh);
    if (km != NONE) $fwrite(file, ",\"km\":%0d", km);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; pc: integer; immediate: integer
  task automatic write_event_wait_done(input integer file, input longint cycle, input longint wave, input longint pc, input longint immediate);
    $fwrite(file, "{\"kind\":\"event-wait-done\",\"cycle\":%0d,\"wave\":%0d,\"pc\":%0d,\"immediate\":%0d", cycle, wave, pc, immediate);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; pc: integer; duration: integer
  task automatic write_slept(input integer file, input longint cycle, input longint wave, input longint pc, input longint duration);
    $fwrite(file, "{\"kind\":\"slept\",\"cycle\":%0d,\"wave\":%0d,\"pc\":%0d,\"duration\":%0d", cycle, wave, pc, duration);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; by: exit | time
  task automatic write_woken(input integer file, input longint cycle, input longint wave, input string by);
    $fwrite(file, "{\"kind\":\"woken\",\"cycle\":%0d,\"wave\":%0d,\"by\":\"%0s\"", cycle, wave, by);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; vm: integer; vs: integer; lgkm: integer; exp: integer; pc: integer; message: integer; sample: integer; bvh: integer; km: integer
  task automatic write_message_sent(input integer file, input longint cycle, input longint wave, input longint vm, input longint vs, input longint lgkm, input longint exp, input longint pc, input longint message, input longint sample, input longint bvh, input longint km);
    $fwrite(file, "{\"kind\":\"message-sent\",\"cycle\":%0d,\"wave\":%0d,\"vm\":%0d,\"vs\":%0d,\"lgkm\":%0d,\"exp\":%0d,\"pc\":%0d,\"message\":%0d", cycle, wave, vm, vs, lgkm, exp, pc, message);
    if (sample != NONE) $fwrite(file, ",\"sample\":%0d", sample);
    if (bvh != NONE) $fwrite(file, ",\"bvh\":%0d", bvh);
    if (km != NONE) $fwrite(file, ",\"km\":%0d", km);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; lanesLo: integer; lanesHi: integer; pc: integer; access: integer; operation: load | store | atomic; space: scalar | buffer | image | global | flat | scratch | lds | gds; counter: vm | vs | lgkm | exp | sample | bvh | km; addresses: f64; bytes: integer; glc: flag; dlc: flag; slc: flag; texelsPerLane: integer; scope: integer; left: integer
  task automatic write_memory_issued(input integer file, input longint cycle, input longint wave, input longint lanes_lo, input longint lanes_hi, input longint pc, input longint access, input string operation, input string space, input string counter, input string addresses, input longint bytes, input bit glc, input bit dlc, input bit slc, input longint texels_per_lane, input longint scope, input longint left);
    $fwrite(file, "{\"kind\":\"memory-issued\",\"cycle\":%0d,\"wave\":%0d,\"lanesLo\":%0d,\"lanesHi\":%0d,\"pc\":%0d,\"access\":%0d,\"operation\":\"%0s\",\"space\":\"%0s\",\"counter\":\"%0s\",\"addresses\":[%0s],\"bytes\":%0d,\"glc\":%0s,\"dlc\":%0s,\"slc\":%0s", cycle, wave, lanes_lo, lanes_hi, pc, access, operation, space, counter, addresses, bytes, glc ? "true" : "false", dlc ? "true" : "false", slc ? "true" : "false");
    if (texels_per_lane != NONE) $fwrite(file, ",\"texelsPerLane\":%0d", texels_per_lane);
    if (scope != NONE) $fwrite(file, ",\"scope\":%0d", scope);
    if (left != NONE) $fwrite(file, ",\"left\":%0d", left);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; pc: integer
  task automatic write_address_unit_full(input integer file, input longint cycle, input longint wave, input longint pc);
    $fwrite(file, "{\"kind\":\"address-unit-full\",\"cycle\":%0d,\"wave\":%0d,\"pc\":%0d", cycle, wave, pc);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; access: integer; level: L0 | GL1 | L2 | LDS | GDS; data: i32; cache: integer
  task automatic write_memory_performed(input integer file, input longint cycle, input longint wave, input longint access, input string level, input string data, input longint cache);
    $fwrite(file, "{\"kind\":\"memory-performed\",\"cycle\":%0d,\"wave\":%0d,\"access\":%0d,\"level\":\"%0s\",\"data\":[%0s]", cycle, wave, access, level, data);
    if (cache != NONE) $fwrite(file, ",\"cache\":%0d", cache);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; access: integer; counter: vm | vs | lgkm | exp | sample | bvh | km
  task automatic write_memory_returned(input integer file, input longint cycle, input longint wave, input longint access, input string counter);
    $fwrite(file, "{\"kind\":\"memory-returned\",\"cycle\":%0d,\"wave\":%0d,\"access\":%0d,\"counter\":\"%0s\"", cycle, wave, access, counter);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; pc: integer; asked: integer; banks: integer
  task automatic write_direct_read_served(input integer file, input longint cycle, input longint wave, input longint pc, input longint asked, input longint banks);
    $fwrite(file, "{\"kind\":\"direct-read-served\",\"cycle\":%0d,\"wave\":%0d,\"pc\":%0d,\"asked\":%0d,\"banks\":%0d", cycle, wave, pc, asked, banks);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; pc: integer; asked: integer
  task automatic write_flat_answered(input integer file, input longint cycle, input longint wave, input longint pc, input longint asked);
    $fwrite(file, "{\"kind\":\"flat-answered\",\"cycle\":%0d,\"wave\":%0d,\"pc\":%0d,\"asked\":%0d", cycle, wave, pc, asked);
    $fwrite(file, "}\n");
  endtask

  // cache: L0 | GL1 | scalar; index: integer; address: integer; access: integer
  task automatic write_line_filled(input integer file, input longint cycle, input string cache, input longint index, input longint address, input longint access);
    $fwrite(file, "{\"kind\":\"line-filled\",\"cycle\":%0d,\"cache\":\"%0s\",\"index\":%0d,\"address\":%0d,\"access\":%0d", cycle, cache, index, address, access);
    $fwrite(file, "}\n");
  endtask

  // cache: L0 | GL1 | scalar; index: integer; address: integer; by: bypass | stream | store | eviction | instruction
  task automatic write_line_invalidated(input integer file, input longint cycle, input string cache, input longint index, input longint address, input string by);
    $fwrite(file, "{\"kind\":\"line-invalidated\",\"cycle\":%0d,\"cache\":\"%0s\",\"index\":%0d,\"address\":%0d,\"by\":\"%0s\"", cycle, cache, index, address, by);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; pc: integer; access: integer; action: replay | trap | halt
  task automatic write_translation_failed(input integer file, input longint cycle, input longint wave, input longint pc, input longint access, input string action);
    $fwrite(file, "{\"kind\":\"translation-failed\",\"cycle\":%0d,\"wave\":%0d,\"pc\":%0d,\"access\":%0d,\"action\":\"%0s\"", cycle, wave, pc, access, action);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; vm: integer; vs: integer; lgkm: integer; exp: integer; pc: integer; target: integer; enabled: integer; done: flag; sample: integer; bvh: integer; km: integer
  task automatic write_exported(input integer file, input longint cycle, input longint wave, input longint vm, input longint vs, input longint lgkm, input longint exp, input longint pc, input longint target, input longint enabled, input bit done, input longint sample, input longint bvh, input longint km);
    $fwrite(file, "{\"kind\":\"exported\",\"cycle\":%0d,\"wave\":%0d,\"vm\":%0d,\"vs\":%0d,\"lgkm\":%0d,\"exp\":%0d,\"pc\":%0d,\"target\":%0d,\"enabled\":%0d,\"done\":%0s", cycle, wave, vm, vs, lgkm, exp, pc, target, enabled, done ? "true" : "false");
    if (sample != NONE) $fwrite(file, ",\"sample\":%0d", sample);
    if (bvh != NONE) $fwrite(file, ",\"bvh\":%0d", bvh);
    if (km != NONE) $fwrite(file, ",\"km\":%0d", km);
    $fwrite(file, "}\n");
  endtask

  // target: integer; format: text; width: integer; height: integer; samples: integer; words: i32
  task automatic write_colour_dumped(input integer file, input longint cycle, input longint target, input string format, input longint width, input longint height, input longint samples, input string words);
    $fwrite(file, "{\"kind\":\"colour-dumped\",\"cycle\":%0d,\"target\":%0d,\"format\":\"%0s\",\"width\":%0d,\"height\":%0d,\"samples\":%0d,\"words\":[%0s]", cycle, target, format, width, height, samples, words);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; packer: integer; id: integer
  task automatic write_section_exit(input integer file, input longint cycle, input longint wave, input longint packer, input longint id);
    $fwrite(file, "{\"kind\":\"section-exit\",\"cycle\":%0d,\"wave\":%0d,\"packer\":%0d,\"id\":%0d", cycle, wave, packer, id);
    $fwrite(file, "}\n");
  endtask

  // packer: integer; id: integer
  task automatic write_exiting_id_visible(input integer file, input longint cycle, input longint packer, input longint id);
    $fwrite(file, "{\"kind\":\"exiting-id-visible\",\"cycle\":%0d,\"packer\":%0d,\"id\":%0d", cycle, packer, id);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; pc: integer; by: end | end-ordered | halt; reason: text
  task automatic write_wave_ended(input integer file, input longint cycle, input longint wave, input longint pc, input string by, input string reason);
    $fwrite(file, "{\"kind\":\"wave-ended\",\"cycle\":%0d,\"wave\":%0d,\"pc\":%0d,\"by\":\"%0s\",\"reason\":\"%0s\"", cycle, wave, pc, by, reason);
    $fwrite(file, "}\n");
  endtask

  // object: text; words: i32
  task automatic write_memory_dumped(input integer file, input longint cycle, input string object, input string words);
    $fwrite(file, "{\"kind\":\"memory-dumped\",\"cycle\":%0d,\"object\":\"%0s\",\"words\":[%0s]", cycle, object, words);
    $fwrite(file, "}\n");
  endtask

  // words: i32
  task automatic write_gds_dumped(input integer file, input longint cycle, input string words);
    $fwrite(file, "{\"kind\":\"gds-dumped\",\"cycle\":%0d,\"words\":[%0s]", cycle, words);
    $fwrite(file, "}\n");
  endtask

  // draw: integer; before01: integer; before23: integer; after01: integer; after23: integer; stage: early | late; primitive: integer; x: integer; y: integer
  task automatic write_depth_tested(input integer file, input longint cycle, input longint draw, input longint before01, input longint before23, input longint after01, input longint after23, input string stage, input longint primitive_, input longint x, input longint y);
    $fwrite(file, "{\"kind\":\"depth-tested\",\"cycle\":%0d,\"draw\":%0d,\"before01\":%0d,\"before23\":%0d,\"after01\":%0d,\"after23\":%0d,\"stage\":\"%0s\",\"primitive\":%0d,\"x\":%0d,\"y\":%0d", cycle, draw, before01, before23, after01, after23, stage, primitive_, x, y);
    $fwrite(file, "}\n");
  endtask

  // width: integer; height: integer; depth: f32; stencil: u8
  task automatic write_depth_dumped(input integer file, input longint cycle, input longint width, input longint height, input string depth, input string stencil);
    $fwrite(file, "{\"kind\":\"depth-dumped\",\"cycle\":%0d,\"width\":%0d,\"height\":%0d,\"depth\":[%0s],\"stencil\":[%0s]", cycle, width, height, depth, stencil);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; source: text; work: integer; group: integer; place: integer
  task automatic write_background_formed(input integer file, input longint cycle, input longint wave, input string source, input longint work, input longint group, input longint place);
    $fwrite(file, "{\"kind\":\"background-formed\",\"cycle\":%0d,\"wave\":%0d,\"source\":\"%0s\",\"work\":%0d,\"group\":%0d,\"place\":%0d", cycle, wave, source, work, group, place);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; source: text; resource: wave-slot | vgpr | sgpr | lds | scratch | barrier
  task automatic write_background_refused(input integer file, input longint cycle, input longint wave, input string source, input string resource);
    $fwrite(file, "{\"kind\":\"background-refused\",\"cycle\":%0d,\"wave\":%0d,\"source\":\"%0s\",\"resource\":\"%0s\"", cycle, wave, source, resource);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; slot: integer; simd: integer; holds: holds
  task automatic write_background_allocated(input integer file, input longint cycle, input longint wave, input longint slot, input longint simd, input longint vector_first, input longint vector_rows, input longint scalar_first, input longint scalar_count, input longint local_first, input longint local_dwords, input longint scratch_slot);
    $fwrite(file, "{\"kind\":\"background-allocated\",\"cycle\":%0d,\"wave\":%0d,\"slot\":%0d,\"simd\":%0d,\"holds\":{\"vectorFirst\":%0d,\"vectorRows\":%0d,\"scalarFirst\":%0d,\"scalarCount\":%0d,\"localFirst\":%0d,\"localDwords\":%0d,\"scratchSlot\":%0d}", cycle, wave, slot, simd, vector_first, vector_rows, scalar_first, scalar_count, local_first, local_dwords, scratch_slot);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; wgp: integer; localFirst: integer; localDwords: integer; barrier: integer
  task automatic write_group_allocated(input integer file, input longint cycle, input longint wave, input longint wgp, input longint local_first, input longint local_dwords, input longint barrier);
    $fwrite(file, "{\"kind\":\"group-allocated\",\"cycle\":%0d,\"wave\":%0d,\"wgp\":%0d,\"localFirst\":%0d,\"localDwords\":%0d,\"barrier\":%0d", cycle, wave, wgp, local_first, local_dwords, barrier);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; source: text; controller: integer; loadCycles: integer
  task automatic write_background_launched(input integer file, input longint cycle, input longint wave, input string source, input longint controller, input longint load_cycles);
    $fwrite(file, "{\"kind\":\"background-launched\",\"cycle\":%0d,\"wave\":%0d,\"source\":\"%0s\",\"controller\":%0d,\"loadCycles\":%0d", cycle, wave, source, controller, load_cycles);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; pc: integer
  task automatic write_background_barrier_reached(input integer file, input longint cycle, input longint wave, input longint pc);
    $fwrite(file, "{\"kind\":\"background-barrier-reached\",\"cycle\":%0d,\"wave\":%0d,\"pc\":%0d", cycle, wave, pc);
    $fwrite(file, "}\n");
  endtask

  // wave: integer; slot: integer
  task automatic write_background_released(input integer file, input longint cycle, input longint wave, input longint slot);
    $fwrite(file, "{\"kind\":\"background-released\",\"cycle\":%0d,\"wave\":%0d,\"slot\":%0d", cycle, wave, slot);
    $fwrite(file, "}\n");
  endtask

  // wave: integer
  task automatic write_group_released(input integer file, input longint cycle, input longint wave);
    $fwrite(file, "{\"kind\":\"group-released\",\"cycle\":%0d,\"wave\":%0d", cycle, wave);
    $fwrite(file, "}\n");
  endtask

  // waiting: waiting
  task automatic write_quiesced(input integer file, input longint cycle, input string waiting);
    $fwrite(file, "{\"kind\":\"quiesced\",\"cycle\":%0d", cycle);
    $fwrite(file, ",\"waiting\":");
    write_quoted(file, waiting);
    $fwrite(file, "}\n");
  endtask

  // budget: cycles | instructions | wave-instructions | device; limit: integer
  task automatic write_stopped(input integer file, input longint cycle, input string budget, input longint limit);
    $fwrite(file, "{\"kind\":\"stopped\",\"cycle\":%0d,\"budget\":\"%0s\",\"limit\":%0d", cycle, budget, limit);
    $fwrite(file, "}\n");
  endtask
  // End of generated code.
endpackage
