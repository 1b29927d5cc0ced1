import { lookup } from '../../collections.js';
import type { MemoryRow } from './memory-row.js';
import { everywhere, KNOWN_BUT_UNMODELLED, type Opcodes, opcodes, X } from './row-base.js';

type Fields = NonNullable<MemoryRow['registerFields']>;
/** The operands of a group in order, with the number of registers of each. */
type Operands = Readonly<Partial<Record<Fields[number][0], number>>>;

/** The opcodes of the `src2` forms with 32 bits. Those with 64 bits are 0x40 higher. */
const SECOND_SOURCE_OPCODES = {
  ...{
    add_u: 0x80,
    and_b: 0x89,
    dec_u: 0x84,
    inc_u: 0x83,
    max_f: 0x93,
    max_i: 0x86,
    max_u: 0x88,
    min_f: 0x92,
  },
  ...{ min_i: 0x85, min_u: 0x87, or_b: 0x8a, rsub_u: 0x82, sub_u: 0x81, write_b: 0x8d, xor_b: 0x8b },
};

const SECOND_SOURCES: Readonly<Record<string, Opcodes>> = lookup(
  Object.fromEntries([
    ['ds_add_src2_f32', { gfx9: 0x95, 'gfx10.3': X }],
    ...Object.entries(SECOND_SOURCE_OPCODES).flatMap(([name, opcode]) => {
      const [operation, type] = name.split('_');
      return [32, 64].map((bits) => [
        `ds_${operation}_src2_${type}${bits}`,
        { gfx9: opcode + 2 * (bits - 32), 'gfx10.3': X },
      ]);
    }),
  ]),
);

/**
 * LDS accesses that are known but not modelled. In pixel shaders, LDS only contains data from the driver, so compilers
 * do not emit these: float atomics, whose denormal handling depends on MODE and the generation; `src2` forms, whose
 * data comes from LDS itself; draw-wide counters (append, consume); two-location exchanges; ordered counts and the
 * global wave sync; addressing by thread ID, which only exists in work-groups; and ray traversal stacks.
 *
 * Each group lists the operands, then the opcodes of the instructions that take them.
 */
const GROUPS: readonly (readonly [Operands, Readonly<Record<string, number | Opcodes>>])[] = [
  [
    { addr: 1, data0: 1 },
    { ds_add_f32: 0x15, ds_max_f32: 0x13, ds_min_f32: 0x12 },
  ],
  [
    { vdst: 1, addr: 1, data0: 1 },
    { ds_add_rtn_f32: opcodes(0x35, 0x55, 0x79), ds_max_rtn_f32: 0x33, ds_min_rtn_f32: 0x32 },
  ],
  [
    { addr: 1 },
    {
      ds_gws_barrier: { gfx9: 0x9d, gfx10: 0x1d },
      ds_gws_init: { gfx9: 0x99, gfx10: 0x19 },
      ds_gws_sema_br: { gfx9: 0x9b, gfx10: 0x1b },
      ...SECOND_SOURCES,
    },
  ],
  [
    { vdst: 1 },
    {
      ds_append: { gfx9: 0xbe, gfx10: 0x3e },
      ds_consume: { gfx9: 0xbd, gfx10: 0x3d },
      ds_load_addtid_b32: { gfx11: 0xb1 },
      ds_read_addtid_b32: opcodes(0xb6, 0xb1, X),
    },
  ],
  [{ vdst: 1, addr: 1, data0: 1, data1: 4 }, { ds_bvh_stack_rtn_b32: { gfx11: 0xad } }],
  [
    { addr: 1, data0: 1, data1: 1 },
    { ds_cmpst_f32: { gfx9: 0x11, gfx11: X }, ds_cmpstore_f32: { gfx11: 0x11 } },
  ],
  [
    { addr: 1, data0: 2, data1: 2 },
    { ds_cmpst_f64: { gfx9: 0x51, gfx11: X }, ds_cmpstore_f64: { gfx11: 0x51 } },
  ],
  [
    { vdst: 1, addr: 1, data0: 1, data1: 1 },
    { ds_cmpst_rtn_f32: { gfx9: 0x31, gfx11: X }, ds_cmpstore_rtn_f32: { gfx11: 0x31 } },
  ],
  [
    { vdst: 2, addr: 1, data0: 2, data1: 2 },
    { ds_cmpst_rtn_f64: { gfx9: 0x71, gfx11: X }, ds_cmpstore_rtn_f64: { gfx11: 0x71 } },
  ],
  [{ vdst: 2, addr: 1, data0: 2 }, { ds_condxchg32_rtn_b64: 0x7e }],
  [{ data0: 1 }, { ds_store_addtid_b32: { gfx11: 0xb0 }, ds_write_addtid_b32: opcodes(0x1d, 0xb0, X) }],
  [
    {},
    {
      ds_gws_sema_p: { gfx9: 0x9c, gfx10: 0x1c },
      ds_gws_sema_release_all: { gfx9: 0x98, gfx10: 0x18 },
      ds_gws_sema_v: { gfx9: 0x9a, gfx10: 0x1a },
      ds_nop: 0x14,
    },
  ],
  [
    { addr: 1, data0: 2 },
    { ds_max_f64: 0x53, ds_min_f64: 0x52 },
  ],
  [
    { vdst: 2, addr: 1, data0: 2 },
    { ds_max_rtn_f64: 0x73, ds_min_rtn_f64: 0x72 },
  ],
  [{ vdst: 1, addr: 1 }, { ds_ordered_count: { gfx9: 0xbf, gfx10: 0x3f } }],
  [
    { vdst: 2, addr: 1, data0: 1, data1: 1 },
    {
      ds_storexchg_2addr_rtn_b32: { gfx11: 0x2e },
      ds_storexchg_2addr_stride64_rtn_b32: { gfx11: 0x2f },
      ds_wrxchg2_rtn_b32: { gfx9: 0x2e, gfx11: X },
      ds_wrxchg2st64_rtn_b32: { gfx9: 0x2f, gfx11: X },
    },
  ],
  [
    { vdst: 4, addr: 1, data0: 2, data1: 2 },
    {
      ds_storexchg_2addr_rtn_b64: { gfx11: 0x6e },
      ds_storexchg_2addr_stride64_rtn_b64: { gfx11: 0x6f },
      ds_wrxchg2_rtn_b64: { gfx9: 0x6e, gfx11: X },
      ds_wrxchg2st64_rtn_b64: { gfx9: 0x6f, gfx11: X },
    },
  ],
];

function listFields(operands: Operands): Fields {
  return (['vdst', 'addr', 'data0', 'data1'] as const).flatMap((field) => {
    const dwords = operands[field];
    return dwords === undefined ? [] : [[field, dwords] as const];
  });
}

/** Matches the names of accesses to two locations with separate offsets. */
const PAIRED = /xchg2|2addr/;

/** LDS and GDS accesses that can be decoded, printed and parsed but not run. */
export const KNOWN_DS_ROWS: readonly MemoryRow[] = GROUPS.flatMap(([operands, names]) =>
  Object.entries(names).map(
    ([name, opcode]): MemoryRow => ({
      family: 'memory',
      format: 'ds',
      name,
      opcode: typeof opcode === 'number' ? everywhere(opcode) : opcode,
      access: 'atomic',
      bytes: 4,
      registerFields: listFields(operands),
      unmodelled: KNOWN_BUT_UNMODELLED,
      ...(PAIRED.test(name) ? { pairStep: 4 } : {}),
    }),
  ),
);
