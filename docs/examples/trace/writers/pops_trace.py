# Writes traces for "pops-tb check-trace" (docs/trace.md).
"""A trace writer with one method per kind of transaction."""
import json
import math


class TraceWriter:
    """Writes JSON Lines to a text stream. Columns are sequences of numbers; NaN becomes null."""

    def __init__(self, stream):
        self._stream = stream

    def scenario(self, scenario):
        """Writes the scenario, which must be the first record unless check-trace is given --scenario."""
        self._write({"kind": "scenario", "scenario": scenario})

    def _write(self, record):
        self._stream.write(json.dumps(record, separators=(",", ":"), allow_nan=False) + "\n")

    # Generated from the table; do not edit by hand.
    def draw_begin(self, cycle, *, draw):
        """draw: integer."""
        record = {"kind": "draw-begin", "cycle": cycle, "draw": draw}
        self._write(record)

    def draw_end(self, cycle, *, draw):
        """draw: integer."""
        record = {"kind": "draw-end", "cycle": cycle, "draw": draw}
        self._write(record)

    def primitive_(self, cycle, *, draw, primitive_):
        """draw: integer; primitive: integer."""
        record = {"kind": "primitive", "cycle": cycle, "draw": draw, "primitive": primitive_}
        self._write(record)

    def wave_formed(self, cycle, *, wave, packer, id, draw, quads, quad_count, did_overlap, newest, intrawave_mask, reason):
        """wave: integer; packer: integer; id: integer; draw: integer; quads: i32; quadCount: integer; didOverlap: flag; newest: integer; intrawaveMask: integer; reason: full | overlap | draw-end | timeout | region | drain | table."""
        record = {"kind": "wave-formed", "cycle": cycle, "wave": wave, "packer": packer, "id": id, "draw": draw, "quads": _column(quads), "quadCount": quad_count, "didOverlap": did_overlap, "newest": newest, "intrawaveMask": intrawave_mask, "reason": reason}
        self._write(record)

    def overlap(self, cycle, *, wave, overlapped, count, exact):
        """wave: integer; overlapped: i32; count: integer; exact: flag."""
        record = {"kind": "overlap", "cycle": cycle, "wave": wave, "overlapped": _column(overlapped), "count": count, "exact": exact}
        self._write(record)

    def launch_requested(self, cycle, *, wave):
        """wave: integer."""
        record = {"kind": "launch-requested", "cycle": cycle, "wave": wave}
        self._write(record)

    def launch_refused(self, cycle, *, wave, resource):
        """wave: integer; resource: wave-slot | vgpr | sgpr | lds | scratch | barrier."""
        record = {"kind": "launch-refused", "cycle": cycle, "wave": wave, "resource": resource}
        self._write(record)

    def wave_launched(self, cycle, *, wave, wave_type, slot, simd, sgprs, sgpr_count, vgprs, vgpr_count, mode, pops_packer, controller, load_cycles, holds):
        """wave: integer; waveType: PS | PS1 | PS2 | PS3; slot: integer; simd: integer; sgprs: i32; sgprCount: integer; vgprs: i32; vgprCount: integer; mode: integer; popsPacker: integer; controller: integer; loadCycles: integer; holds: holds."""
        record = {"kind": "wave-launched", "cycle": cycle, "wave": wave, "waveType": wave_type, "slot": slot, "simd": simd, "sgprs": _column(sgprs), "sgprCount": sgpr_count, "vgprs": _column(vgprs), "vgprCount": vgpr_count, "mode": mode, "popsPacker": pops_packer, "controller": controller, "loadCycles": load_cycles, "holds": holds}
        self._write(record)

    def vgprs_released(self, cycle, *, wave):
        """wave: integer."""
        record = {"kind": "vgprs-released", "cycle": cycle, "wave": wave}
        self._write(record)

    def resource_released(self, cycle, *, wave, slot):
        """wave: integer; slot: integer."""
        record = {"kind": "resource-released", "cycle": cycle, "wave": wave, "slot": slot}
        self._write(record)

    def export_requested(self, cycle, *, wave, pc, type_, index):
        """wave: integer; pc: integer; type: position | colour | parameter | gds; index: integer."""
        record = {"kind": "export-requested", "cycle": cycle, "wave": wave, "pc": pc, "type": type_, "index": index}
        self._write(record)

    def export_granted(self, cycle, *, wave, lanes_lo, lanes_hi, pc, type_, index, target, enabled, compressed, data):
        """wave: integer; lanesLo: integer; lanesHi: integer; pc: integer; type: position | colour | parameter | gds; index: integer; target: integer; enabled: integer; compressed: flag; data: i32."""
        record = {"kind": "export-granted", "cycle": cycle, "wave": wave, "lanesLo": lanes_lo, "lanesHi": lanes_hi, "pc": pc, "type": type_, "index": index, "target": target, "enabled": enabled, "compressed": compressed, "data": _column(data)}
        self._write(record)

    def sx_alloc(self, cycle, *, wave, packer):
        """wave: integer; packer: integer."""
        record = {"kind": "sx-alloc", "cycle": cycle, "wave": wave, "packer": packer}
        self._write(record)

    def sx_freed(self, cycle, *, wave, packer):
        """wave: integer; packer: integer."""
        record = {"kind": "sx-freed", "cycle": cycle, "wave": wave, "packer": packer}
        self._write(record)

    def instructions_issued(self, cycle, *, wave, first, last):
        """wave: integer; first: integer; last: integer."""
        record = {"kind": "instructions-issued", "cycle": cycle, "wave": wave, "first": first, "last": last}
        self._write(record)

    def code_line_served(self, cycle, *, wave, asked, line, bank, arrives):
        """wave: integer; asked: integer; line: integer; bank: integer; arrives: integer."""
        record = {"kind": "code-line-served", "cycle": cycle, "wave": wave, "asked": asked, "line": line, "bank": bank, "arrives": arrives}
        self._write(record)

    def hwreg_written(self, cycle, *, wave, pc, register_, offset, size, value):
        """wave: integer; pc: integer; register: integer; offset: integer; size: integer; value: integer."""
        record = {"kind": "hwreg-written", "cycle": cycle, "wave": wave, "pc": pc, "register": register_, "offset": offset, "size": size, "value": value}
        self._write(record)

    def exiting_id_polled(self, cycle, *, wave, packer, id, pc):
        """wave: integer; packer: integer; id: integer; pc: integer."""
        record = {"kind": "exiting-id-polled", "cycle": cycle, "wave": wave, "packer": packer, "id": id, "pc": pc}
        self._write(record)

    def wait_done(self, cycle, *, wave, vm, vs, lgkm, exp, pc, sample=None, bvh=None, km=None):
        """wave: integer; vm: integer; vs: integer; lgkm: integer; exp: integer; pc: integer; sample: integer; bvh: integer; km: integer."""
        record = {"kind": "wait-done", "cycle": cycle, "wave": wave, "vm": vm, "vs": vs, "lgkm": lgkm, "exp": exp, "pc": pc}
        if sample is not None:
            record["sample"] = sample
        if bvh is not None:
            record["bvh"] = bvh
        if km is not None:
            record["km"] = km
        self._write(record)

    def event_wait_done(self, cycle, *, wave, pc, immediate):
        """wave: integer; pc: integer; immediate: integer."""
        record = {"kind": "event-wait-done", "cycle": cycle, "wave": wave, "pc": pc, "immediate": immediate}
        self._write(record)

    def slept(self, cycle, *, wave, pc, duration):
        """wave: integer; pc: integer; duration: integer."""
        record = {"kind": "slept", "cycle": cycle, "wave": wave, "pc": pc, "duration": duration}
        self._write(record)

    def woken(self, cycle, *, wave, by):
        """wave: integer; by: exit | time."""
        record = {"kind": "woken", "cycle": cycle, "wave": wave, "by": by}
        self._write(record)

    def message_sent(self, cycle, *, wave, vm, vs, lgkm, exp, pc, message, sample=None, bvh=None, km=None):
        """wave: integer; vm: integer; vs: integer; lgkm: integer; exp: integer; pc: integer; message: integer; sample: integer; bvh: integer; km: integer."""
        record = {"kind": "message-sent", "cycle": cycle, "wave": wave, "vm": vm, "vs": vs, "lgkm": lgkm, "exp": exp, "pc": pc, "message": message}
        if sample is not None:
            record["sample"] = sample
        if bvh is not None:
            record["bvh"] = bvh
        if km is not None:
            record["km"] = km
        self._write(record)

    def memory_issued(self, cycle, *, wave, lanes_lo, lanes_hi, pc, access, operation, space, counter, addresses, bytes, glc, dlc, slc, texels_per_lane=None, scope=None, left=None):
        """wave: integer; lanesLo: integer; lanesHi: integer; pc: integer; access: integer; operation: load | store | atomic; space: scalar | buffer | image | global | flat | scratch | lds | gds; counter: vm | vs | lgkm | exp | sample | bvh | km; addresses: f64; bytes: integer; glc: flag; dlc: flag; slc: flag; texelsPerLane: integer; scope: integer; left: integer."""
        record = {"kind": "memory-issued", "cycle": cycle, "wave": wave, "lanesLo": lanes_lo, "lanesHi": lanes_hi, "pc": pc, "access": access, "operation": operation, "space": space, "counter": counter, "addresses": _column(addresses), "bytes": bytes, "glc": glc, "dlc": dlc, "slc": slc}
        if texels_per_lane is not None:
            record["texelsPerLane"] = texels_per_lane
        if scope is not None:
            record["scope"] = scope
        if left is not None:
            record["left"] = left
        self._write(record)

    def address_unit_full(self, cycle, *, wave, pc):
        """wave: integer; pc: integer."""
        record = {"kind": "address-unit-full", "cycle": cycle, "wave": wave, "pc": pc}
        self._write(record)

    def memory_performed(self, cycle, *, wave, access, level, data, cache=None):
        """wave: integer; access: integer; level: L0 | GL1 | L2 | LDS | GDS; data: i32; cache: integer."""
        record = {"kind": "memory-performed", "cycle": cycle, "wave": wave, "access": access, "level": level, "data": _column(data)}
        if cache is not None:
            record["cache"] = cache
        self._write(record)

    def memory_returned(self, cycle, *, wave, access, counter):
        """wave: integer; access: integer; counter: vm | vs | lgkm | exp | sample | bvh | km."""
        record = {"kind": "memory-returned", "cycle": cycle, "wave": wave, "access": access, "counter": counter}
        self._write(record)

    def direct_read_served(self, cycle, *, wave, pc, asked, banks):
        """wave: integer; pc: integer; asked: integer; banks: integer."""
        record = {"kind": "direct-read-served", "cycle": cycle, "wave": wave, "pc": pc, "asked": asked, "banks": banks}
        self._write(record)

    def flat_answered(self, cycle, *, wave, pc, asked):
        """wave: integer; pc: integer; asked: integer."""
        record = {"kind": "flat-answered", "cycle": cycle, "wave": wave, "pc": pc, "asked": asked}
        self._write(record)

    def line_filled(self, cycle, *, cache, index, address, access):
        """cache: L0 | GL1 | scalar; index: integer; address: integer; access: integer."""
        record = {"kind": "line-filled", "cycle": cycle, "cache": cache, "index": index, "address": address, "access": access}
        self._write(record)

    def line_invalidated(self, cycle, *, cache, index, address, by):
        """cache: L0 | GL1 | scalar; index: integer; address: integer; by: bypass | stream | store | eviction | instruction."""
        record = {"kind": "line-invalidated", "cycle": cycle, "cache": cache, "index": index, "address": address, "by": by}
        self._write(record)

    def translation_failed(self, cycle, *, wave, pc, access, action):
        """wave: integer; pc: integer; access: integer; action: replay | trap | halt."""
        record = {"kind": "translation-failed", "cycle": cycle, "wave": wave, "pc": pc, "access": access, "action": action}
        self._write(record)

    def exported(self, cycle, *, wave, vm, vs, lgkm, exp, pc, target, enabled, done, sample=None, bvh=None, km=None):
        """wave: integer; vm: integer; vs: integer; lgkm: integer; exp: integer; pc: integer; target: integer; enabled: integer; done: flag; sample: integer; bvh: integer; km: integer."""
        record = {"kind": "exported", "cycle": cycle, "wave": wave, "vm": vm, "vs": vs, "lgkm": lgkm, "exp": exp, "pc": pc, "target": target, "enabled": enabled, "done": done}
        if sample is not None:
            record["sample"] = sample
        if bvh is not None:
            record["bvh"] = bvh
        if km is not None:
            record["km"] = km
        self._write(record)

    def colour_dumped(self, cycle, *, target, format, width, height, samples, words):
        """target: integer; format: text; width: integer; height: integer; samples: integer; words: i32."""
        record = {"kind": "colour-dumped", "cycle": cycle, "target": target, "format": format, "width": width, "height": height, "samples": samples, "words": _column(words)}
        self._write(record)

    def section_exit(self, cycle, *, wave, packer, id):
        """wave: integer; packer: integer; id: integer."""
        record = {"kind": "section-exit", "cycle": cycle, "wave": wave, "packer": packer, "id": id}
        self._write(record)

    def exiting_id_visible(self, cycle, *, packer, id):
        """packer: integer; id: integer."""
        record = {"kind": "exiting-id-visible", "cycle": cycle, "packer": packer, "id": id}
        self._write(record)

    def wave_ended(self, cycle, *, wave, pc, by, reason):
        """wave: integer; pc: integer; by: end | end-ordered | halt; reason: text."""
        record = {"kind": "wave-ended", "cycle": cycle, "wave": wave, "pc": pc, "by": by, "reason": reason}
        self._write(record)

    def memory_dumped(self, cycle, *, object, words):
        """object: text; words: i32."""
        record = {"kind": "memory-dumped", "cycle": cycle, "object": object, "words": _column(words)}
        self._write(record)

    def gds_dumped(self, cycle, *, words):
        """words: i32."""
        record = {"kind": "gds-dumped", "cycle": cycle, "words": _column(words)}
        self._write(record)

    def depth_tested(self, cycle, *, draw, before01, before23, after01, after23, stage, primitive_, x, y):
        """draw: integer; before01: integer; before23: integer; after01: integer; after23: integer; stage: early | late; primitive: integer; x: integer; y: integer."""
        record = {"kind": "depth-tested", "cycle": cycle, "draw": draw, "before01": before01, "before23": before23, "after01": after01, "after23": after23, "stage": stage, "primitive": primitive_, "x": x, "y": y}
        self._write(record)

    def depth_dumped(self, cycle, *, width, height, depth, stencil):
        """width: integer; height: integer; depth: f32; stencil: u8."""
        record = {"kind": "depth-dumped", "cycle": cycle, "width": width, "height": height, "depth": _column(depth), "stencil": _column(stencil)}
        self._write(record)

    def background_formed(self, cycle, *, wave, source, work, group, place):
        """wave: integer; source: text; work: integer; group: integer; place: integer."""
        record = {"kind": "background-formed", "cycle": cycle, "wave": wave, "source": source, "work": work, "group": group, "place": place}
        self._write(record)

    def background_refused(self, cycle, *, wave, source, resource):
        """wave: integer; source: text; resource: wave-slot | vgpr | sgpr | lds | scratch | barrier."""
        record = {"kind": "background-refused", "cycle": cycle, "wave": wave, "source": source, "resource": resource}
        self._write(record)

    def background_allocated(self, cycle, *, wave, slot, simd, holds):
        """wave: integer; slot: integer; simd: integer; holds: holds."""
        record = {"kind": "background-allocated", "cycle": cycle, "wave": wave, "slot": slot, "simd": simd, "holds": holds}
        self._write(record)

    def group_allocated(self, cycle, *, wave, wgp, local_first, local_dwords, barrier):
        """wave: integer; wgp: integer; localFirst: integer; localDwords: integer; barrier: integer."""
        record = {"kind": "group-allocated", "cycle": cycle, "wave": wave, "wgp": wgp, "localFirst": local_first, "localDwords": local_dwords, "barrier": barrier}
        self._write(record)

    def background_launched(self, cycle, *, wave, source, controller, load_cycles):
        """wave: integer; source: text; controller: integer; loadCycles: integer."""
        record = {"kind": "background-launched", "cycle": cycle, "wave": wave, "source": source, "controller": controller, "loadCycles": load_cycles}
        self._write(record)

    def background_barrier_reached(self, cycle, *, wave, pc):
        """wave: integer; pc: integer."""
        record = {"kind": "background-barrier-reached", "cycle": cycle, "wave": wave, "pc": pc}
        self._write(record)

    def background_released(self, cycle, *, wave, slot):
        """wave: integer; slot: integer."""
        record = {"kind": "background-released", "cycle": cycle, "wave": wave, "slot": slot}
        self._write(record)

    def group_released(self, cycle, *, wave):
        """wave: integer."""
        record = {"kind": "group-released", "cycle": cycle, "wave": wave}
        self._write(record)

    def quiesced(self, cycle, *, waiting):
        """waiting: waiting."""
        record = {"kind": "quiesced", "cycle": cycle, "waiting": waiting}
        self._write(record)

    def stopped(self, cycle, *, budget, limit):
        """budget: cycles | instructions | wave-instructions | device; limit: integer."""
        record = {"kind": "stopped", "cycle": cycle, "budget": budget, "limit": limit}
        self._write(record)
    # End of generated code.


def _column(values):
    return [None if isinstance(value, float) and math.isnan(value) else value for value in values]
