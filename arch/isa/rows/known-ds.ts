import type { MemoryRow, RegisterFields } from './memory-row.js';
import { everywhere, KNOWN_BUT_UNMODELLED, type Opcodes, opcodes, X } from './row-base.js';

/** The operands of an instruction in order, with the number of registers of each. */
type Operands = Readonly<Partial<Record<RegisterFields[number][0], number>>>;
type Entry = readonly [operands: Operands, name: string, opcode: number | Opcodes];

/** The operations and types of the `src2` forms, with the opcodes for 32 bits. Those for 64 bits are 0x40 higher. */
const SECOND_SOURCES = Object.entries({
  ...{
    add_u: 0x80,
    sub_u: 0x81,
    rsub_u: 0x82,
    inc_u: 0x83,
    dec_u: 0x84,
    min_i: 0x85,
    max_i: 0x86,
    min_u: 0x87,
  },
  ...{ max_u: 0x88, and_b: 0x89, or_b: 0x8a, xor_b: 0x8b, write_b: 0x8d, min_f: 0x92, max_f: 0x93 },
}).flatMap(([name, opcode]): Entry[] => {
  const [operation, type] = name.split('_');
  return [32, 64].map((bits) => [
    { addr: 1 },
    `ds_${operation}_src2_${type}${bits}`,
    { gfx9: opcode + 2 * (bits - 32), 'gfx10.3': X },
  ]);
});

/**
 * LDS accesses that are known but not modelled. In pixel shaders, LDS only contains data from the driver, so compilers
 * do not emit these: float atomics, whose denormal handling depends on MODE and the generation; `src2` forms, whose
 * data comes from LDS itself; draw-wide counters (append, consume); two-location exchanges; ordered counts and the
 * global wave sync; addressing by thread ID, which only exists in work-groups; and ray traversal stacks.
 */
const ENTRIES: readonly Entry[] = [
  [{ addr: 1, data0: 1 }, 'ds_add_f32', 0x15],
  [{ addr: 1, data0: 1 }, 'ds_max_f32', 0x13],
  [{ addr: 1, data0: 1 }, 'ds_min_f32', 0x12],
  [{ vdst: 1, addr: 1, data0: 1 }, 'ds_add_rtn_f32', opcodes(0x35, 0x55, 0x79)],
  [{ vdst: 1, addr: 1, data0: 1 }, 'ds_max_rtn_f32', 0x33],
  [{ vdst: 1, addr: 1, data0: 1 }, 'ds_min_rtn_f32', 0x32],
  [{ addr: 1, data0: 2 }, 'ds_max_f64', 0x53],
  [{ addr: 1, data0: 2 }, 'ds_min_f64', 0x52],
  [{ vdst: 2, addr: 1, data0: 2 }, 'ds_max_rtn_f64', 0x73],
  [{ vdst: 2, addr: 1, data0: 2 }, 'ds_min_rtn_f64', 0x72],
  [{ addr: 1, data0: 1, data1: 1 }, 'ds_cmpst_f32', { gfx9: 0x11, gfx11: X }],
  [{ addr: 1, data0: 1, data1: 1 }, 'ds_cmpstore_f32', { gfx11: 0x11 }],
  [{ addr: 1, data0: 2, data1: 2 }, 'ds_cmpst_f64', { gfx9: 0x51, gfx11: X }],
  [{ addr: 1, data0: 2, data1: 2 }, 'ds_cmpstore_f64', { gfx11: 0x51 }],
  [{ vdst: 1, addr: 1, data0: 1, data1: 1 }, 'ds_cmpst_rtn_f32', { gfx9: 0x31, gfx11: X }],
  [{ vdst: 1, addr: 1, data0: 1, data1: 1 }, 'ds_cmpstore_rtn_f32', { gfx11: 0x31 }],
  [{ vdst: 2, addr: 1, data0: 2, data1: 2 }, 'ds_cmpst_rtn_f64', { gfx9: 0x71, gfx11: X }],
  [{ vdst: 2, addr: 1, data0: 2, data1: 2 }, 'ds_cmpstore_rtn_f64', { gfx11: 0x71 }],
  [{ vdst: 2, addr: 1, data0: 2 }, 'ds_condxchg32_rtn_b64', 0x7e],
  [{ vdst: 2, addr: 1, data0: 1, data1: 1 }, 'ds_storexchg_2addr_rtn_b32', { gfx11: 0x2e }],
  [{ vdst: 2, addr: 1, data0: 1, data1: 1 }, 'ds_storexchg_2addr_stride64_rtn_b32', { gfx11: 0x2f }],
  [{ vdst: 2, addr: 1, data0: 1, data1: 1 }, 'ds_wrxchg2_rtn_b32', { gfx9: 0x2e, gfx11: X }],
  [{ vdst: 2, addr: 1, data0: 1, data1: 1 }, 'ds_wrxchg2st64_rtn_b32', { gfx9: 0x2f, gfx11: X }],
  [{ vdst: 4, addr: 1, data0: 2, data1: 2 }, 'ds_storexchg_2addr_rtn_b64', { gfx11: 0x6e }],
  [{ vdst: 4, addr: 1, data0: 2, data1: 2 }, 'ds_storexchg_2addr_stride64_rtn_b64', { gfx11: 0x6f }],
  [{ vdst: 4, addr: 1, data0: 2, data1: 2 }, 'ds_wrxchg2_rtn_b64', { gfx9: 0x6e, gfx11: X }],
  [{ vdst: 4, addr: 1, data0: 2, data1: 2 }, 'ds_wrxchg2st64_rtn_b64', { gfx9: 0x6f, gfx11: X }],
  [{ addr: 1 }, 'ds_add_src2_f32', { gfx9: 0x95, 'gfx10.3': X }],
  ...SECOND_SOURCES,
  [{ vdst: 1 }, 'ds_append', { gfx9: 0xbe, gfx10: 0x3e }],
  [{ vdst: 1 }, 'ds_consume', { gfx9: 0xbd, gfx10: 0x3d }],
  [{ vdst: 1, addr: 1 }, 'ds_ordered_count', { gfx9: 0xbf, gfx10: 0x3f }],
  [{ vdst: 1 }, 'ds_load_addtid_b32', { gfx11: 0xb1 }],
  [{ vdst: 1 }, 'ds_read_addtid_b32', opcodes(0xb6, 0xb1, X)],
  [{ data0: 1 }, 'ds_store_addtid_b32', { gfx11: 0xb0 }],
  [{ data0: 1 }, 'ds_write_addtid_b32', opcodes(0x1d, 0xb0, X)],
  [{ vdst: 1, addr: 1, data0: 1, data1: 4 }, 'ds_bvh_stack_rtn_b32', { gfx11: 0xad }],
  [{ addr: 1 }, 'ds_gws_barrier', { gfx9: 0x9d, gfx10: 0x1d }],
  [{ addr: 1 }, 'ds_gws_init', { gfx9: 0x99, gfx10: 0x19 }],
  [{ addr: 1 }, 'ds_gws_sema_br', { gfx9: 0x9b, gfx10: 0x1b }],
  [{}, 'ds_gws_sema_p', { gfx9: 0x9c, gfx10: 0x1c }],
  [{}, 'ds_gws_sema_release_all', { gfx9: 0x98, gfx10: 0x18 }],
  [{}, 'ds_gws_sema_v', { gfx9: 0x9a, gfx10: 0x1a }],
  [{}, 'ds_nop', 0x14],
];

/** Matches the names of accesses to two locations with separate offsets. */
const PAIRED = /xchg2|2addr/;

/** LDS and GDS accesses that can be decoded, printed and parsed but not run. */
export const KNOWN_DS_ROWS: readonly MemoryRow[] = ENTRIES.map(([operands, name, opcode]) => ({
  family: 'memory',
  format: 'ds',
  name,
  opcode: typeof opcode === 'number' ? everywhere(opcode) : opcode,
  access: 'atomic',
  bytes: 4,
  registerFields: Object.entries(operands) as [keyof Operands, number][],
  unmodelled: KNOWN_BUT_UNMODELLED,
  ...(PAIRED.test(name) ? { pairStep: 4 } : {}),
}));
