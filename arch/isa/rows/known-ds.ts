import type { MemoryRow } from './memory-row.js';
import { everywhere, KNOWN_BUT_UNMODELLED, type Opcodes, opcodes, X } from './row-base.js';

type Fields = NonNullable<MemoryRow['registerFields']>;
/** The operands of a group in order, with the number of registers of each. */
type Operands = Readonly<Partial<Record<Fields[number][0], number>>>;

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
      ds_add_src2_f32: { gfx9: 0x95, 'gfx10.3': X },
      ds_add_src2_u32: { gfx9: 0x80, 'gfx10.3': X },
      ds_add_src2_u64: { gfx9: 0xc0, 'gfx10.3': X },
      ds_and_src2_b32: { gfx9: 0x89, 'gfx10.3': X },
      ds_and_src2_b64: { gfx9: 0xc9, 'gfx10.3': X },
      ds_dec_src2_u32: { gfx9: 0x84, 'gfx10.3': X },
      ds_dec_src2_u64: { gfx9: 0xc4, 'gfx10.3': X },
      ds_inc_src2_u32: { gfx9: 0x83, 'gfx10.3': X },
      ds_inc_src2_u64: { gfx9: 0xc3, 'gfx10.3': X },
      ds_max_src2_f32: { gfx9: 0x93, 'gfx10.3': X },
      ds_max_src2_f64: { gfx9: 0xd3, 'gfx10.3': X },
      ds_max_src2_i32: { gfx9: 0x86, 'gfx10.3': X },
      ds_max_src2_i64: { gfx9: 0xc6, 'gfx10.3': X },
      ds_max_src2_u32: { gfx9: 0x88, 'gfx10.3': X },
      ds_max_src2_u64: { gfx9: 0xc8, 'gfx10.3': X },
      ds_min_src2_f32: { gfx9: 0x92, 'gfx10.3': X },
      ds_min_src2_f64: { gfx9: 0xd2, 'gfx10.3': X },
      ds_min_src2_i32: { gfx9: 0x85, 'gfx10.3': X },
      ds_min_src2_i64: { gfx9: 0xc5, 'gfx10.3': X },
      ds_min_src2_u32: { gfx9: 0x87, 'gfx10.3': X },
      ds_min_src2_u64: { gfx9: 0xc7, 'gfx10.3': X },
      ds_or_src2_b32: { gfx9: 0x8a, 'gfx10.3': X },
      ds_or_src2_b64: { gfx9: 0xca, 'gfx10.3': X },
      ds_rsub_src2_u32: { gfx9: 0x82, 'gfx10.3': X },
      ds_rsub_src2_u64: { gfx9: 0xc2, 'gfx10.3': X },
      ds_sub_src2_u32: { gfx9: 0x81, 'gfx10.3': X },
      ds_sub_src2_u64: { gfx9: 0xc1, 'gfx10.3': X },
      ds_write_src2_b32: { gfx9: 0x8d, 'gfx10.3': X },
      ds_write_src2_b64: { gfx9: 0xcd, 'gfx10.3': X },
      ds_xor_src2_b32: { gfx9: 0x8b, 'gfx10.3': X },
      ds_xor_src2_b64: { gfx9: 0xcb, 'gfx10.3': X },
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
