/* Writes traces for "pops-tb check-trace" (docs/trace.md). */
#ifndef POPS_TRACE_H
#define POPS_TRACE_H
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

/* Stands for an absent optional integer. */
#define POPS_TRACE_NONE INT64_MIN

static inline void pops_trace_text(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text != 0; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') fprintf(out, "\\%c", c);
    else if (c < 0x20) fprintf(out, "\\u%04x", c);
    else fputc(c, out);
  }
  fputc('"', out);
}

static inline void pops_trace_number(FILE *out, double value) {
  if (value - value != 0) fputs("null", out);
  else fprintf(out, "%.17g", value);
}

/* Generated from the table; do not edit by hand. */
/* Registers and memory that a launch holds. */
struct pops_trace_holds {
  int64_t vector_first;
  int64_t vector_rows;
  int64_t scalar_first;
  int64_t scalar_count;
  int64_t local_first;
  int64_t local_dwords;
  int64_t scratch_slot;
};

/* draw: integer */
static inline void pops_trace_draw_begin(FILE *out, int64_t cycle, int64_t draw) {
  fprintf(out, "{\"kind\":\"draw-begin\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"draw\":%" PRId64, draw);
  fputs("}\n", out);
}

/* draw: integer */
static inline void pops_trace_draw_end(FILE *out, int64_t cycle, int64_t draw) {
  fprintf(out, "{\"kind\":\"draw-end\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"draw\":%" PRId64, draw);
  fputs("}\n", out);
}

/* draw: integer; primitive: integer */
static inline void pops_trace_primitive_(FILE *out, int64_t cycle, int64_t draw, int64_t primitive_) {
  fprintf(out, "{\"kind\":\"primitive\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"draw\":%" PRId64, draw);
  fprintf(out, ",\"primitive\":%" PRId64, primitive_);
  fputs("}\n", out);
}

/* wave: integer; packer: integer; id: integer; draw: integer; quads: i32; quadCount: integer; didOverlap: flag; newest: integer; intrawaveMask: integer; reason: full | overlap | draw-end | timeout | region | drain | table */
static inline void pops_trace_wave_formed(FILE *out, int64_t cycle, int64_t wave, int64_t packer, int64_t id, int64_t draw, const int32_t *quads, size_t quads_length, int64_t quad_count, int did_overlap, int64_t newest, int64_t intrawave_mask, const char *reason) {
  fprintf(out, "{\"kind\":\"wave-formed\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"packer\":%" PRId64, packer);
  fprintf(out, ",\"id\":%" PRId64, id);
  fprintf(out, ",\"draw\":%" PRId64, draw);
  fputs(",\"quads\":", out);
  fputc('[', out);
  for (size_t i = 0; i < quads_length; i++) {
    if (i > 0) fputc(',', out);
    fprintf(out, "%" PRId64, (int64_t)quads[i]);
  }
  fputc(']', out);
  fprintf(out, ",\"quadCount\":%" PRId64, quad_count);
  fprintf(out, ",\"didOverlap\":%s", did_overlap ? "true" : "false");
  fprintf(out, ",\"newest\":%" PRId64, newest);
  fprintf(out, ",\"intrawaveMask\":%" PRId64, intrawave_mask);
  fputs(",\"reason\":", out);
  pops_trace_text(out, reason);
  fputs("}\n", out);
}

/* wave: integer; overlapped: i32; count: integer; exact: flag */
static inline void pops_trace_overlap(FILE *out, int64_t cycle, int64_t wave, const int32_t *overlapped, size_t overlapped_length, int64_t count, int exact) {
  fprintf(out, "{\"kind\":\"overlap\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fputs(",\"overlapped\":", out);
  fputc('[', out);
  for (size_t i = 0; i < overlapped_length; i++) {
    if (i > 0) fputc(',', out);
    fprintf(out, "%" PRId64, (int64_t)overlapped[i]);
  }
  fputc(']', out);
  fprintf(out, ",\"count\":%" PRId64, count);
  fprintf(out, ",\"exact\":%s", exact ? "true" : "false");
  fputs("}\n", out);
}

/* wave: integer */
static inline void pops_trace_launch_requested(FILE *out, int64_t cycle, int64_t wave) {
  fprintf(out, "{\"kind\":\"launch-requested\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fputs("}\n", out);
}

/* wave: integer; resource: wave-slot | vgpr | sgpr | lds | scratch | barrier */
static inline void pops_trace_launch_refused(FILE *out, int64_t cycle, int64_t wave, const char *resource) {
  fprintf(out, "{\"kind\":\"launch-refused\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fputs(",\"resource\":", out);
  pops_trace_text(out, resource);
  fputs("}\n", out);
}

/* wave: integer; waveType: PS | PS1 | PS2 | PS3; slot: integer; simd: integer; sgprs: i32; sgprCount: integer; vgprs: i32; vgprCount: integer; mode: integer; popsPacker: integer; controller: integer; loadCycles: integer; holds: holds */
static inline void pops_trace_wave_launched(FILE *out, int64_t cycle, int64_t wave, const char *wave_type, int64_t slot, int64_t simd, const int32_t *sgprs, size_t sgprs_length, int64_t sgpr_count, const int32_t *vgprs, size_t vgprs_length, int64_t vgpr_count, int64_t mode, int64_t pops_packer, int64_t controller, int64_t load_cycles, const struct pops_trace_holds *holds) {
  fprintf(out, "{\"kind\":\"wave-launched\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fputs(",\"waveType\":", out);
  pops_trace_text(out, wave_type);
  fprintf(out, ",\"slot\":%" PRId64, slot);
  fprintf(out, ",\"simd\":%" PRId64, simd);
  fputs(",\"sgprs\":", out);
  fputc('[', out);
  for (size_t i = 0; i < sgprs_length; i++) {
    if (i > 0) fputc(',', out);
    fprintf(out, "%" PRId64, (int64_t)sgprs[i]);
  }
  fputc(']', out);
  fprintf(out, ",\"sgprCount\":%" PRId64, sgpr_count);
  fputs(",\"vgprs\":", out);
  fputc('[', out);
  for (size_t i = 0; i < vgprs_length; i++) {
    if (i > 0) fputc(',', out);
    fprintf(out, "%" PRId64, (int64_t)vgprs[i]);
  }
  fputc(']', out);
  fprintf(out, ",\"vgprCount\":%" PRId64, vgpr_count);
  fprintf(out, ",\"mode\":%" PRId64, mode);
  fprintf(out, ",\"popsPacker\":%" PRId64, pops_packer);
  fprintf(out, ",\"controller\":%" PRId64, controller);
  fprintf(out, ",\"loadCycles\":%" PRId64, load_cycles);
  fputs(",\"holds\":", out);
  fprintf(out, "{\"vectorFirst\":%" PRId64, holds->vector_first);
  fprintf(out, ",\"vectorRows\":%" PRId64, holds->vector_rows);
  fprintf(out, ",\"scalarFirst\":%" PRId64, holds->scalar_first);
  fprintf(out, ",\"scalarCount\":%" PRId64, holds->scalar_count);
  fprintf(out, ",\"localFirst\":%" PRId64, holds->local_first);
  fprintf(out, ",\"localDwords\":%" PRId64, holds->local_dwords);
  fprintf(out, ",\"scratchSlot\":%" PRId64, holds->scratch_slot);
  fputc('}', out);
  fputs("}\n", out);
}

/* wave: integer */
static inline void pops_trace_vgprs_released(FILE *out, int64_t cycle, int64_t wave) {
  fprintf(out, "{\"kind\":\"vgprs-released\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fputs("}\n", out);
}

/* wave: integer; slot: integer */
static inline void pops_trace_resource_released(FILE *out, int64_t cycle, int64_t wave, int64_t slot) {
  fprintf(out, "{\"kind\":\"resource-released\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"slot\":%" PRId64, slot);
  fputs("}\n", out);
}

/* wave: integer; pc: integer; type: position | colour | parameter | gds; index: integer */
static inline void pops_trace_export_requested(FILE *out, int64_t cycle, int64_t wave, int64_t pc, const char *type_, int64_t index) {
  fprintf(out, "{\"kind\":\"export-requested\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fputs(",\"type\":", out);
  pops_trace_text(out, type_);
  fprintf(out, ",\"index\":%" PRId64, index);
  fputs("}\n", out);
}

/* wave: integer; lanesLo: integer; lanesHi: integer; pc: integer; type: position | colour | parameter | gds; index: integer; target: integer; enabled: integer; compressed: flag; data: i32 */
static inline void pops_trace_export_granted(FILE *out, int64_t cycle, int64_t wave, int64_t lanes_lo, int64_t lanes_hi, int64_t pc, const char *type_, int64_t index, int64_t target, int64_t enabled, int compressed, const int32_t *data, size_t data_length) {
  fprintf(out, "{\"kind\":\"export-granted\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"lanesLo\":%" PRId64, lanes_lo);
  fprintf(out, ",\"lanesHi\":%" PRId64, lanes_hi);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fputs(",\"type\":", out);
  pops_trace_text(out, type_);
  fprintf(out, ",\"index\":%" PRId64, index);
  fprintf(out, ",\"target\":%" PRId64, target);
  fprintf(out, ",\"enabled\":%" PRId64, enabled);
  fprintf(out, ",\"compressed\":%s", compressed ? "true" : "false");
  fputs(",\"data\":", out);
  fputc('[', out);
  for (size_t i = 0; i < data_length; i++) {
    if (i > 0) fputc(',', out);
    fprintf(out, "%" PRId64, (int64_t)data[i]);
  }
  fputc(']', out);
  fputs("}\n", out);
}

/* wave: integer; packer: integer */
static inline void pops_trace_sx_alloc(FILE *out, int64_t cycle, int64_t wave, int64_t packer) {
  fprintf(out, "{\"kind\":\"sx-alloc\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"packer\":%" PRId64, packer);
  fputs("}\n", out);
}

/* wave: integer; packer: integer */
static inline void pops_trace_sx_freed(FILE *out, int64_t cycle, int64_t wave, int64_t packer) {
  fprintf(out, "{\"kind\":\"sx-freed\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"packer\":%" PRId64, packer);
  fputs("}\n", out);
}

/* wave: integer; first: integer; last: integer */
static inline void pops_trace_instructions_issued(FILE *out, int64_t cycle, int64_t wave, int64_t first, int64_t last) {
  fprintf(out, "{\"kind\":\"instructions-issued\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"first\":%" PRId64, first);
  fprintf(out, ",\"last\":%" PRId64, last);
  fputs("}\n", out);
}

/* wave: integer; asked: integer; line: integer; bank: integer; arrives: integer */
static inline void pops_trace_code_line_served(FILE *out, int64_t cycle, int64_t wave, int64_t asked, int64_t line, int64_t bank, int64_t arrives) {
  fprintf(out, "{\"kind\":\"code-line-served\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"asked\":%" PRId64, asked);
  fprintf(out, ",\"line\":%" PRId64, line);
  fprintf(out, ",\"bank\":%" PRId64, bank);
  fprintf(out, ",\"arrives\":%" PRId64, arrives);
  fputs("}\n", out);
}

/* wave: integer; pc: integer; register: integer; offset: integer; size: integer; value: integer */
static inline void pops_trace_hwreg_written(FILE *out, int64_t cycle, int64_t wave, int64_t pc, int64_t register_, int64_t offset, int64_t size, int64_t value) {
  fprintf(out, "{\"kind\":\"hwreg-written\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fprintf(out, ",\"register\":%" PRId64, register_);
  fprintf(out, ",\"offset\":%" PRId64, offset);
  fprintf(out, ",\"size\":%" PRId64, size);
  fprintf(out, ",\"value\":%" PRId64, value);
  fputs("}\n", out);
}

/* wave: integer; packer: integer; id: integer; pc: integer */
static inline void pops_trace_exiting_id_polled(FILE *out, int64_t cycle, int64_t wave, int64_t packer, int64_t id, int64_t pc) {
  fprintf(out, "{\"kind\":\"exiting-id-polled\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"packer\":%" PRId64, packer);
  fprintf(out, ",\"id\":%" PRId64, id);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fputs("}\n", out);
}

/* wave: integer; vm: integer; vs: integer; lgkm: integer; exp: integer; pc: integer; sample: integer; bvh: integer; km: integer */
static inline void pops_trace_wait_done(FILE *out, int64_t cycle, int64_t wave, int64_t vm, int64_t vs, int64_t lgkm, int64_t exp, int64_t pc, int64_t sample, int64_t bvh, int64_t km) {
  fprintf(out, "{\"kind\":\"wait-done\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"vm\":%" PRId64, vm);
  fprintf(out, ",\"vs\":%" PRId64, vs);
  fprintf(out, ",\"lgkm\":%" PRId64, lgkm);
  fprintf(out, ",\"exp\":%" PRId64, exp);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  if (sample != POPS_TRACE_NONE) fprintf(out, ",\"sample\":%" PRId64, sample);
  if (bvh != POPS_TRACE_NONE) fprintf(out, ",\"bvh\":%" PRId64, bvh);
  if (km != POPS_TRACE_NONE) fprintf(out, ",\"km\":%" PRId64, km);
  fputs("}\n", out);
}

/* wave: integer; pc: integer; immediate: integer */
static inline void pops_trace_event_wait_done(FILE *out, int64_t cycle, int64_t wave, int64_t pc, int64_t immediate) {
  fprintf(out, "{\"kind\":\"event-wait-done\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fprintf(out, ",\"immediate\":%" PRId64, immediate);
  fputs("}\n", out);
}

/* wave: integer; pc: integer; duration: integer */
static inline void pops_trace_slept(FILE *out, int64_t cycle, int64_t wave, int64_t pc, int64_t duration) {
  fprintf(out, "{\"kind\":\"slept\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fprintf(out, ",\"duration\":%" PRId64, duration);
  fputs("}\n", out);
}

/* wave: integer; by: exit | time */
static inline void pops_trace_woken(FILE *out, int64_t cycle, int64_t wave, const char *by) {
  fprintf(out, "{\"kind\":\"woken\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fputs(",\"by\":", out);
  pops_trace_text(out, by);
  fputs("}\n", out);
}

/* wave: integer; vm: integer; vs: integer; lgkm: integer; exp: integer; pc: integer; message: integer; sample: integer; bvh: integer; km: integer */
static inline void pops_trace_message_sent(FILE *out, int64_t cycle, int64_t wave, int64_t vm, int64_t vs, int64_t lgkm, int64_t exp, int64_t pc, int64_t message, int64_t sample, int64_t bvh, int64_t km) {
  fprintf(out, "{\"kind\":\"message-sent\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"vm\":%" PRId64, vm);
  fprintf(out, ",\"vs\":%" PRId64, vs);
  fprintf(out, ",\"lgkm\":%" PRId64, lgkm);
  fprintf(out, ",\"exp\":%" PRId64, exp);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fprintf(out, ",\"message\":%" PRId64, message);
  if (sample != POPS_TRACE_NONE) fprintf(out, ",\"sample\":%" PRId64, sample);
  if (bvh != POPS_TRACE_NONE) fprintf(out, ",\"bvh\":%" PRId64, bvh);
  if (km != POPS_TRACE_NONE) fprintf(out, ",\"km\":%" PRId64, km);
  fputs("}\n", out);
}

/* wave: integer; lanesLo: integer; lanesHi: integer; pc: integer; access: integer; operation: load | store | atomic; space: scalar | buffer | image | global | flat | scratch | lds | gds; counter: vm | vs | lgkm | exp | sample | bvh | km; addresses: f64; bytes: integer; glc: flag; dlc: flag; slc: flag; texelsPerLane: integer; scope: integer; left: integer */
static inline void pops_trace_memory_issued(FILE *out, int64_t cycle, int64_t wave, int64_t lanes_lo, int64_t lanes_hi, int64_t pc, int64_t access, const char *operation, const char *space, const char *counter, const double *addresses, size_t addresses_length, int64_t bytes, int glc, int dlc, int slc, int64_t texels_per_lane, int64_t scope, int64_t left) {
  fprintf(out, "{\"kind\":\"memory-issued\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"lanesLo\":%" PRId64, lanes_lo);
  fprintf(out, ",\"lanesHi\":%" PRId64, lanes_hi);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fprintf(out, ",\"access\":%" PRId64, access);
  fputs(",\"operation\":", out);
  pops_trace_text(out, operation);
  fputs(",\"space\":", out);
  pops_trace_text(out, space);
  fputs(",\"counter\":", out);
  pops_trace_text(out, counter);
  fputs(",\"addresses\":", out);
  fputc('[', out);
  for (size_t i = 0; i < addresses_length; i++) {
    if (i > 0) fputc(',', out);
    pops_trace_number(out, addresses[i]);
  }
  fputc(']', out);
  fprintf(out, ",\"bytes\":%" PRId64, bytes);
  fprintf(out, ",\"glc\":%s", glc ? "true" : "false");
  fprintf(out, ",\"dlc\":%s", dlc ? "true" : "false");
  fprintf(out, ",\"slc\":%s", slc ? "true" : "false");
  if (texels_per_lane != POPS_TRACE_NONE) fprintf(out, ",\"texelsPerLane\":%" PRId64, texels_per_lane);
  if (scope != POPS_TRACE_NONE) fprintf(out, ",\"scope\":%" PRId64, scope);
  if (left != POPS_TRACE_NONE) fprintf(out, ",\"left\":%" PRId64, left);
  fputs("}\n", out);
}

/* wave: integer; pc: integer */
static inline void pops_trace_address_unit_full(FILE *out, int64_t cycle, int64_t wave, int64_t pc) {
  fprintf(out, "{\"kind\":\"address-unit-full\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fputs("}\n", out);
}

/* wave: integer; access: integer; level: L0 | GL1 | L2 | LDS | GDS; data: i32; cache: integer */
static inline void pops_trace_memory_performed(FILE *out, int64_t cycle, int64_t wave, int64_t access, const char *level, const int32_t *data, size_t data_length, int64_t cache) {
  fprintf(out, "{\"kind\":\"memory-performed\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"access\":%" PRId64, access);
  fputs(",\"level\":", out);
  pops_trace_text(out, level);
  fputs(",\"data\":", out);
  fputc('[', out);
  for (size_t i = 0; i < data_length; i++) {
    if (i > 0) fputc(',', out);
    fprintf(out, "%" PRId64, (int64_t)data[i]);
  }
  fputc(']', out);
  if (cache != POPS_TRACE_NONE) fprintf(out, ",\"cache\":%" PRId64, cache);
  fputs("}\n", out);
}

/* wave: integer; access: integer; counter: vm | vs | lgkm | exp | sample | bvh | km */
static inline void pops_trace_memory_returned(FILE *out, int64_t cycle, int64_t wave, int64_t access, const char *counter) {
  fprintf(out, "{\"kind\":\"memory-returned\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"access\":%" PRId64, access);
  fputs(",\"counter\":", out);
  pops_trace_text(out, counter);
  fputs("}\n", out);
}

/* wave: integer; pc: integer; asked: integer; banks: integer */
static inline void pops_trace_direct_read_served(FILE *out, int64_t cycle, int64_t wave, int64_t pc, int64_t asked, int64_t banks) {
  fprintf(out, "{\"kind\":\"direct-read-served\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fprintf(out, ",\"asked\":%" PRId64, asked);
  fprintf(out, ",\"banks\":%" PRId64, banks);
  fputs("}\n", out);
}

/* wave: integer; pc: integer; asked: integer */
static inline void pops_trace_flat_answered(FILE *out, int64_t cycle, int64_t wave, int64_t pc, int64_t asked) {
  fprintf(out, "{\"kind\":\"flat-answered\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fprintf(out, ",\"asked\":%" PRId64, asked);
  fputs("}\n", out);
}

/* cache: L0 | GL1 | scalar; index: integer; address: integer; access: integer */
static inline void pops_trace_line_filled(FILE *out, int64_t cycle, const char *cache, int64_t index, int64_t address, int64_t access) {
  fprintf(out, "{\"kind\":\"line-filled\",\"cycle\":%" PRId64, cycle);
  fputs(",\"cache\":", out);
  pops_trace_text(out, cache);
  fprintf(out, ",\"index\":%" PRId64, index);
  fprintf(out, ",\"address\":%" PRId64, address);
  fprintf(out, ",\"access\":%" PRId64, access);
  fputs("}\n", out);
}

/* cache: L0 | GL1 | scalar; index: integer; address: integer; by: bypass | stream | store | eviction | instruction */
static inline void pops_trace_line_invalidated(FILE *out, int64_t cycle, const char *cache, int64_t index, int64_t address, const char *by) {
  fprintf(out, "{\"kind\":\"line-invalidated\",\"cycle\":%" PRId64, cycle);
  fputs(",\"cache\":", out);
  pops_trace_text(out, cache);
  fprintf(out, ",\"index\":%" PRId64, index);
  fprintf(out, ",\"address\":%" PRId64, address);
  fputs(",\"by\":", out);
  pops_trace_text(out, by);
  fputs("}\n", out);
}

/* wave: integer; pc: integer; access: integer; action: replay | trap | halt */
static inline void pops_trace_translation_failed(FILE *out, int64_t cycle, int64_t wave, int64_t pc, int64_t access, const char *action) {
  fprintf(out, "{\"kind\":\"translation-failed\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fprintf(out, ",\"access\":%" PRId64, access);
  fputs(",\"action\":", out);
  pops_trace_text(out, action);
  fputs("}\n", out);
}

/* wave: integer; vm: integer; vs: integer; lgkm: integer; exp: integer; pc: integer; target: integer; enabled: integer; done: flag; sample: integer; bvh: integer; km: integer */
static inline void pops_trace_exported(FILE *out, int64_t cycle, int64_t wave, int64_t vm, int64_t vs, int64_t lgkm, int64_t exp, int64_t pc, int64_t target, int64_t enabled, int done, int64_t sample, int64_t bvh, int64_t km) {
  fprintf(out, "{\"kind\":\"exported\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"vm\":%" PRId64, vm);
  fprintf(out, ",\"vs\":%" PRId64, vs);
  fprintf(out, ",\"lgkm\":%" PRId64, lgkm);
  fprintf(out, ",\"exp\":%" PRId64, exp);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fprintf(out, ",\"target\":%" PRId64, target);
  fprintf(out, ",\"enabled\":%" PRId64, enabled);
  fprintf(out, ",\"done\":%s", done ? "true" : "false");
  if (sample != POPS_TRACE_NONE) fprintf(out, ",\"sample\":%" PRId64, sample);
  if (bvh != POPS_TRACE_NONE) fprintf(out, ",\"bvh\":%" PRId64, bvh);
  if (km != POPS_TRACE_NONE) fprintf(out, ",\"km\":%" PRId64, km);
  fputs("}\n", out);
}

/* target: integer; format: text; width: integer; height: integer; samples: integer; words: i32 */
static inline void pops_trace_colour_dumped(FILE *out, int64_t cycle, int64_t target, const char *format, int64_t width, int64_t height, int64_t samples, const int32_t *words, size_t words_length) {
  fprintf(out, "{\"kind\":\"colour-dumped\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"target\":%" PRId64, target);
  fputs(",\"format\":", out);
  pops_trace_text(out, format);
  fprintf(out, ",\"width\":%" PRId64, width);
  fprintf(out, ",\"height\":%" PRId64, height);
  fprintf(out, ",\"samples\":%" PRId64, samples);
  fputs(",\"words\":", out);
  fputc('[', out);
  for (size_t i = 0; i < words_length; i++) {
    if (i > 0) fputc(',', out);
    fprintf(out, "%" PRId64, (int64_t)words[i]);
  }
  fputc(']', out);
  fputs("}\n", out);
}

/* wave: integer; packer: integer; id: integer */
static inline void pops_trace_section_exit(FILE *out, int64_t cycle, int64_t wave, int64_t packer, int64_t id) {
  fprintf(out, "{\"kind\":\"section-exit\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"packer\":%" PRId64, packer);
  fprintf(out, ",\"id\":%" PRId64, id);
  fputs("}\n", out);
}

/* packer: integer; id: integer */
static inline void pops_trace_exiting_id_visible(FILE *out, int64_t cycle, int64_t packer, int64_t id) {
  fprintf(out, "{\"kind\":\"exiting-id-visible\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"packer\":%" PRId64, packer);
  fprintf(out, ",\"id\":%" PRId64, id);
  fputs("}\n", out);
}

/* wave: integer; pc: integer; by: end | end-ordered | halt; reason: text */
static inline void pops_trace_wave_ended(FILE *out, int64_t cycle, int64_t wave, int64_t pc, const char *by, const char *reason) {
  fprintf(out, "{\"kind\":\"wave-ended\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fputs(",\"by\":", out);
  pops_trace_text(out, by);
  fputs(",\"reason\":", out);
  pops_trace_text(out, reason);
  fputs("}\n", out);
}

/* object: text; words: i32 */
static inline void pops_trace_memory_dumped(FILE *out, int64_t cycle, const char *object, const int32_t *words, size_t words_length) {
  fprintf(out, "{\"kind\":\"memory-dumped\",\"cycle\":%" PRId64, cycle);
  fputs(",\"object\":", out);
  pops_trace_text(out, object);
  fputs(",\"words\":", out);
  fputc('[', out);
  for (size_t i = 0; i < words_length; i++) {
    if (i > 0) fputc(',', out);
    fprintf(out, "%" PRId64, (int64_t)words[i]);
  }
  fputc(']', out);
  fputs("}\n", out);
}

/* words: i32 */
static inline void pops_trace_gds_dumped(FILE *out, int64_t cycle, const int32_t *words, size_t words_length) {
  fprintf(out, "{\"kind\":\"gds-dumped\",\"cycle\":%" PRId64, cycle);
  fputs(",\"words\":", out);
  fputc('[', out);
  for (size_t i = 0; i < words_length; i++) {
    if (i > 0) fputc(',', out);
    fprintf(out, "%" PRId64, (int64_t)words[i]);
  }
  fputc(']', out);
  fputs("}\n", out);
}

/* draw: integer; before01: integer; before23: integer; after01: integer; after23: integer; stage: early | late; primitive: integer; x: integer; y: integer */
static inline void pops_trace_depth_tested(FILE *out, int64_t cycle, int64_t draw, int64_t before01, int64_t before23, int64_t after01, int64_t after23, const char *stage, int64_t primitive_, int64_t x, int64_t y) {
  fprintf(out, "{\"kind\":\"depth-tested\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"draw\":%" PRId64, draw);
  fprintf(out, ",\"before01\":%" PRId64, before01);
  fprintf(out, ",\"before23\":%" PRId64, before23);
  fprintf(out, ",\"after01\":%" PRId64, after01);
  fprintf(out, ",\"after23\":%" PRId64, after23);
  fputs(",\"stage\":", out);
  pops_trace_text(out, stage);
  fprintf(out, ",\"primitive\":%" PRId64, primitive_);
  fprintf(out, ",\"x\":%" PRId64, x);
  fprintf(out, ",\"y\":%" PRId64, y);
  fputs("}\n", out);
}

/* width: integer; height: integer; depth: f32; stencil: u8 */
static inline void pops_trace_depth_dumped(FILE *out, int64_t cycle, int64_t width, int64_t height, const float *depth, size_t depth_length, const uint8_t *stencil, size_t stencil_length) {
  fprintf(out, "{\"kind\":\"depth-dumped\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"width\":%" PRId64, width);
  fprintf(out, ",\"height\":%" PRId64, height);
  fputs(",\"depth\":", out);
  fputc('[', out);
  for (size_t i = 0; i < depth_length; i++) {
    if (i > 0) fputc(',', out);
    pops_trace_number(out, depth[i]);
  }
  fputc(']', out);
  fputs(",\"stencil\":", out);
  fputc('[', out);
  for (size_t i = 0; i < stencil_length; i++) {
    if (i > 0) fputc(',', out);
    fprintf(out, "%" PRId64, (int64_t)stencil[i]);
  }
  fputc(']', out);
  fputs("}\n", out);
}

/* wave: integer; source: text; work: integer; group: integer; place: integer */
static inline void pops_trace_background_formed(FILE *out, int64_t cycle, int64_t wave, const char *source, int64_t work, int64_t group, int64_t place) {
  fprintf(out, "{\"kind\":\"background-formed\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fputs(",\"source\":", out);
  pops_trace_text(out, source);
  fprintf(out, ",\"work\":%" PRId64, work);
  fprintf(out, ",\"group\":%" PRId64, group);
  fprintf(out, ",\"place\":%" PRId64, place);
  fputs("}\n", out);
}

/* wave: integer; source: text; resource: wave-slot | vgpr | sgpr | lds | scratch | barrier */
static inline void pops_trace_background_refused(FILE *out, int64_t cycle, int64_t wave, const char *source, const char *resource) {
  fprintf(out, "{\"kind\":\"background-refused\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fputs(",\"source\":", out);
  pops_trace_text(out, source);
  fputs(",\"resource\":", out);
  pops_trace_text(out, resource);
  fputs("}\n", out);
}

/* wave: integer; slot: integer; simd: integer; holds: holds */
static inline void pops_trace_background_allocated(FILE *out, int64_t cycle, int64_t wave, int64_t slot, int64_t simd, const struct pops_trace_holds *holds) {
  fprintf(out, "{\"kind\":\"background-allocated\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"slot\":%" PRId64, slot);
  fprintf(out, ",\"simd\":%" PRId64, simd);
  fputs(",\"holds\":", out);
  fprintf(out, "{\"vectorFirst\":%" PRId64, holds->vector_first);
  fprintf(out, ",\"vectorRows\":%" PRId64, holds->vector_rows);
  fprintf(out, ",\"scalarFirst\":%" PRId64, holds->scalar_first);
  fprintf(out, ",\"scalarCount\":%" PRId64, holds->scalar_count);
  fprintf(out, ",\"localFirst\":%" PRId64, holds->local_first);
  fprintf(out, ",\"localDwords\":%" PRId64, holds->local_dwords);
  fprintf(out, ",\"scratchSlot\":%" PRId64, holds->scratch_slot);
  fputc('}', out);
  fputs("}\n", out);
}

/* wave: integer; wgp: integer; localFirst: integer; localDwords: integer; barrier: integer */
static inline void pops_trace_group_allocated(FILE *out, int64_t cycle, int64_t wave, int64_t wgp, int64_t local_first, int64_t local_dwords, int64_t barrier) {
  fprintf(out, "{\"kind\":\"group-allocated\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"wgp\":%" PRId64, wgp);
  fprintf(out, ",\"localFirst\":%" PRId64, local_first);
  fprintf(out, ",\"localDwords\":%" PRId64, local_dwords);
  fprintf(out, ",\"barrier\":%" PRId64, barrier);
  fputs("}\n", out);
}

/* wave: integer; source: text; controller: integer; loadCycles: integer */
static inline void pops_trace_background_launched(FILE *out, int64_t cycle, int64_t wave, const char *source, int64_t controller, int64_t load_cycles) {
  fprintf(out, "{\"kind\":\"background-launched\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fputs(",\"source\":", out);
  pops_trace_text(out, source);
  fprintf(out, ",\"controller\":%" PRId64, controller);
  fprintf(out, ",\"loadCycles\":%" PRId64, load_cycles);
  fputs("}\n", out);
}

/* wave: integer; pc: integer */
static inline void pops_trace_background_barrier_reached(FILE *out, int64_t cycle, int64_t wave, int64_t pc) {
  fprintf(out, "{\"kind\":\"background-barrier-reached\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"pc\":%" PRId64, pc);
  fputs("}\n", out);
}

/* wave: integer; slot: integer */
static inline void pops_trace_background_released(FILE *out, int64_t cycle, int64_t wave, int64_t slot) {
  fprintf(out, "{\"kind\":\"background-released\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fprintf(out, ",\"slot\":%" PRId64, slot);
  fputs("}\n", out);
}

/* wave: integer */
static inline void pops_trace_group_released(FILE *out, int64_t cycle, int64_t wave) {
  fprintf(out, "{\"kind\":\"group-released\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"wave\":%" PRId64, wave);
  fputs("}\n", out);
}

/* waiting: waiting */
static inline void pops_trace_quiesced(FILE *out, int64_t cycle, const char *waiting) {
  fprintf(out, "{\"kind\":\"quiesced\",\"cycle\":%" PRId64, cycle);
  fprintf(out, ",\"waiting\":%s", waiting);
  fputs("}\n", out);
}

/* budget: cycles | instructions | wave-instructions | device; limit: integer */
static inline void pops_trace_stopped(FILE *out, int64_t cycle, const char *budget, int64_t limit) {
  fprintf(out, "{\"kind\":\"stopped\",\"cycle\":%" PRId64, cycle);
  fputs(",\"budget\":", out);
  pops_trace_text(out, budget);
  fprintf(out, ",\"limit\":%" PRId64, limit);
  fputs("}\n", out);
}
/* End of generated code. */

#endif
