import { everywhere, KNOWN_BY_NAME, type MemoryRow, type Opcodes, X } from './row.js';

type Operands = NonNullable<MemoryRow['takes']>;

/**
 * Accesses to the local data share that are known but not modelled. A pixel shader reaches that memory only through what
 * the driver puts there, so none of these comes out of a compiler for it: atomics of floats, whose denormals depend on MODE
 * and on the generation; `src2` forms, where the data comes from the memory itself; counters of a whole draw (append,
 * consume); exchanges of two places; ordered counts and the global wave sync; addresses by the thread's number, which only
 * work groups have; stacks of a ray's traversal. Each group has the operands of its first line.
 */
const GROUPS: readonly (readonly [Operands, Readonly<Record<string, number | Opcodes>>])[] = [
  [
    [
      ['addr', 1],
      ['data0', 1],
    ],
    {
      ds_add_f32: 0x15,
      ds_max_f32: 0x13,
      ds_min_f32: 0x12,
    },
  ],
  [
    [
      ['vdst', 1],
      ['addr', 1],
      ['data0', 1],
    ],
    {
      ds_add_rtn_f32: [0x35, 0x55, 0x55, 0x79],
      ds_max_rtn_f32: 0x33,
      ds_min_rtn_f32: 0x32,
    },
  ],
  [
    [['addr', 1]],
    {
      ds_gws_barrier: [0x9d, 0x1d, 0x1d, 0x1d],
      ds_gws_init: [0x99, 0x19, 0x19, 0x19],
      ds_gws_sema_br: [0x9b, 0x1b, 0x1b, 0x1b],
      ds_add_src2_f32: [0x95, 0x95, X, X],
      ds_add_src2_u32: [0x80, 0x80, X, X],
      ds_add_src2_u64: [0xc0, 0xc0, X, X],
      ds_and_src2_b32: [0x89, 0x89, X, X],
      ds_and_src2_b64: [0xc9, 0xc9, X, X],
      ds_dec_src2_u32: [0x84, 0x84, X, X],
      ds_dec_src2_u64: [0xc4, 0xc4, X, X],
      ds_inc_src2_u32: [0x83, 0x83, X, X],
      ds_inc_src2_u64: [0xc3, 0xc3, X, X],
      ds_max_src2_f32: [0x93, 0x93, X, X],
      ds_max_src2_f64: [0xd3, 0xd3, X, X],
      ds_max_src2_i32: [0x86, 0x86, X, X],
      ds_max_src2_i64: [0xc6, 0xc6, X, X],
      ds_max_src2_u32: [0x88, 0x88, X, X],
      ds_max_src2_u64: [0xc8, 0xc8, X, X],
      ds_min_src2_f32: [0x92, 0x92, X, X],
      ds_min_src2_f64: [0xd2, 0xd2, X, X],
      ds_min_src2_i32: [0x85, 0x85, X, X],
      ds_min_src2_i64: [0xc5, 0xc5, X, X],
      ds_min_src2_u32: [0x87, 0x87, X, X],
      ds_min_src2_u64: [0xc7, 0xc7, X, X],
      ds_or_src2_b32: [0x8a, 0x8a, X, X],
      ds_or_src2_b64: [0xca, 0xca, X, X],
      ds_rsub_src2_u32: [0x82, 0x82, X, X],
      ds_rsub_src2_u64: [0xc2, 0xc2, X, X],
      ds_sub_src2_u32: [0x81, 0x81, X, X],
      ds_sub_src2_u64: [0xc1, 0xc1, X, X],
      ds_write_src2_b32: [0x8d, 0x8d, X, X],
      ds_write_src2_b64: [0xcd, 0xcd, X, X],
      ds_xor_src2_b32: [0x8b, 0x8b, X, X],
      ds_xor_src2_b64: [0xcb, 0xcb, X, X],
    },
  ],
  [
    [['vdst', 1]],
    {
      ds_append: [0xbe, 0x3e, 0x3e, 0x3e],
      ds_consume: [0xbd, 0x3d, 0x3d, 0x3d],
      ds_load_addtid_b32: [X, X, X, 0xb1],
      ds_read_addtid_b32: [0xb6, 0xb1, 0xb1, X],
    },
  ],
  [
    [
      ['vdst', 1],
      ['addr', 1],
      ['data0', 1],
      ['data1', 4],
    ],
    {
      ds_bvh_stack_rtn_b32: [X, X, X, 0xad],
    },
  ],
  [
    [
      ['addr', 1],
      ['data0', 1],
      ['data1', 1],
    ],
    {
      ds_cmpst_f32: [0x11, 0x11, 0x11, X],
      ds_cmpstore_f32: [X, X, X, 0x11],
    },
  ],
  [
    [
      ['addr', 1],
      ['data0', 2],
      ['data1', 2],
    ],
    {
      ds_cmpst_f64: [0x51, 0x51, 0x51, X],
      ds_cmpstore_f64: [X, X, X, 0x51],
    },
  ],
  [
    [
      ['vdst', 1],
      ['addr', 1],
      ['data0', 1],
      ['data1', 1],
    ],
    {
      ds_cmpst_rtn_f32: [0x31, 0x31, 0x31, X],
      ds_cmpstore_rtn_f32: [X, X, X, 0x31],
    },
  ],
  [
    [
      ['vdst', 2],
      ['addr', 1],
      ['data0', 2],
      ['data1', 2],
    ],
    {
      ds_cmpst_rtn_f64: [0x71, 0x71, 0x71, X],
      ds_cmpstore_rtn_f64: [X, X, X, 0x71],
    },
  ],
  [
    [
      ['vdst', 2],
      ['addr', 1],
      ['data0', 2],
    ],
    {
      ds_condxchg32_rtn_b64: 0x7e,
    },
  ],
  [
    [['data0', 1]],
    {
      ds_store_addtid_b32: [X, X, X, 0xb0],
      ds_write_addtid_b32: [0x1d, 0xb0, 0xb0, X],
    },
  ],
  [
    [],
    {
      ds_gws_sema_p: [0x9c, 0x1c, 0x1c, 0x1c],
      ds_gws_sema_release_all: [0x98, 0x18, 0x18, 0x18],
      ds_gws_sema_v: [0x9a, 0x1a, 0x1a, 0x1a],
      ds_nop: 0x14,
    },
  ],
  [
    [
      ['addr', 1],
      ['data0', 2],
    ],
    {
      ds_max_f64: 0x53,
      ds_min_f64: 0x52,
    },
  ],
  [
    [
      ['vdst', 2],
      ['addr', 1],
      ['data0', 2],
    ],
    {
      ds_max_rtn_f64: 0x73,
      ds_min_rtn_f64: 0x72,
    },
  ],
  [
    [
      ['vdst', 1],
      ['addr', 1],
    ],
    {
      ds_ordered_count: [0xbf, 0x3f, 0x3f, 0x3f],
    },
  ],
  [
    [
      ['vdst', 2],
      ['addr', 1],
      ['data0', 1],
      ['data1', 1],
    ],
    {
      ds_storexchg_2addr_rtn_b32: [X, X, X, 0x2e],
      ds_storexchg_2addr_stride64_rtn_b32: [X, X, X, 0x2f],
      ds_wrxchg2_rtn_b32: [0x2e, 0x2e, 0x2e, X],
      ds_wrxchg2st64_rtn_b32: [0x2f, 0x2f, 0x2f, X],
    },
  ],
  [
    [
      ['vdst', 4],
      ['addr', 1],
      ['data0', 2],
      ['data1', 2],
    ],
    {
      ds_storexchg_2addr_rtn_b64: [X, X, X, 0x6e],
      ds_storexchg_2addr_stride64_rtn_b64: [X, X, X, 0x6f],
      ds_wrxchg2_rtn_b64: [0x6e, 0x6e, 0x6e, X],
      ds_wrxchg2st64_rtn_b64: [0x6f, 0x6f, 0x6f, X],
    },
  ],
];

/** Two places, each with an offset of its own. */
const PAIRED = /xchg2|2addr/;

/** Accesses to the data shares that decode, print and parse, and cannot be run. */
export const KNOWN_DS_ROWS: readonly MemoryRow[] = GROUPS.flatMap(([takes, names]) =>
  Object.entries(names).map(
    ([name, opcode]): MemoryRow => ({
      family: 'memory',
      format: 'ds',
      name,
      opcode: typeof opcode === 'number' ? everywhere(opcode) : opcode,
      access: 'atomic',
      bytes: 4,
      takes,
      unmodelled: KNOWN_BY_NAME,
      ...(PAIRED.test(name) ? { pairStep: 4 } : {}),
    }),
  ),
);
