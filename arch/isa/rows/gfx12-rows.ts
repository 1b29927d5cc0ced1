import { makeCounterWait, sopp } from './control.js';
import { DOUBLE_ROWS } from './double.js';
import type { MemoryRow } from './memory-row.js';
import {
  type ControlRow,
  ignore,
  type Row,
  type ScalarRow,
  sop2,
  UNMODELLED,
  type VectorRow,
  vop3,
  vop3p,
} from './row.js';
import { getName, KNOWN_BUT_UNMODELLED } from './row-base.js';
import { VECTOR_UNIT_ROWS } from './scalar-float.js';
import { VOP3_ROWS } from './vop3.js';

const LONG_ROWS = new Map([...DOUBLE_ROWS, ...VOP3_ROWS].map((row) => [getName(row, 'gfx11'), row]));

/** Builds the VOP2 form that GFX12 adds to an instruction that was VOP3-only. */
function shortenRow(oldName: string, name: string, gfx12: number): VectorRow {
  const row = LONG_ROWS.get(oldName);
  if (row?.family !== 'vector') throw new Error(`Cannot derive a GFX12 VOP2 form: no vector row ${oldName}`);
  return { ...row, format: 'vop2', name, opcode: { gfx12 } };
}

/** Builds an instruction that writes back or invalidates caches, up to the scope encoded in its words. */
function makeCacheControl(
  name: string,
  gfx12: number,
  effect: Pick<ControlRow, 'control' | 'kind' | 'invalidates' | 'unmodelled'>,
): ControlRow {
  return { family: 'control', format: 'flat', segment: 'global', name, opcode: { gfx12 }, ...effect };
}

function makeScalarLoad(name: string, gfx12: number, bytes: number): MemoryRow {
  const row = { family: 'memory', format: 'smem', access: 'load', name, opcode: { gfx12 }, bytes } as const;
  return name.startsWith('s_buffer') ? { ...row, descriptor: 'buffer' } : row;
}

/** Builds a scalar load narrower than a dword. */
function makeNarrowLoad(name: string, gfx12: number, bytes: number, signed = false): MemoryRow {
  return { ...makeScalarLoad(name, gfx12, bytes), ...UNMODELLED, ...(signed ? { signed } : {}) };
}

/** Builds a scalar instruction with one source and an optional result. */
function makeUnaryScalar(name: string, gfx12: number, hasResult = false): ScalarRow {
  const row = { family: 'scalar', format: 'sop1', sources: ['b32'], ...UNMODELLED } as const;
  return { ...row, name, opcode: { gfx12 }, ...(hasResult ? { dst: 'b32' } : {}) };
}

const ATOMIC_FORMATS = [
  ['buffer', { format: 'mubuf' }],
  ['flat', { format: 'flat', segment: 'flat' }],
  ['global', { format: 'flat', segment: 'global' }],
] as const;

const ATOMICS = [
  ['cond_sub_u32', 0x50],
  ['pk_add_f16', 0x59],
  ['pk_add_bf16', 0x5a],
] as const;

/** Builds the packed-add atomics and the conditional subtraction, which leaves values below its operand unchanged. */
function makeAtomics(): MemoryRow[] {
  const row = { family: 'memory', access: 'atomic', bytes: 4, ...UNMODELLED } as const;
  return ATOMIC_FORMATS.flatMap(([prefix, formatFields]) =>
    ATOMICS.map(([atomic, gfx12]) => ({
      ...row,
      ...formatFields,
      atomic,
      name: `${prefix}_atomic_${atomic}`,
      opcode: { gfx12 },
    })),
  );
}

const LOCAL_ATOMICS = [
  ['cond_sub', 'u32'],
  ['sub_clamp', 'u32'],
  ['pk_add', 'f16'],
  ['pk_add', 'bf16'],
] as const;

/** Returns the new LDS atomics, with opcodes starting at `first`. The opcodes of the returning forms are 16 higher. */
function makeLocalAtomics(first: number): MemoryRow[] {
  const row = { family: 'memory', format: 'ds', access: 'atomic', bytes: 4, ...UNMODELLED } as const;
  return LOCAL_ATOMICS.flatMap(([atomic, type], i) => [
    { ...row, atomic, name: `ds_${atomic}_${type}`, opcode: { gfx12: first + i } },
    { ...row, atomic, name: `ds_${atomic}_rtn_${type}`, opcode: { gfx12: first + 16 + i }, returns: true },
  ]);
}

const F32X2 = ['f32', 'f32', 'f32'] as const;
const F64X2 = ['f64', 'f64', 'f64'] as const;
const F16X2 = ['f16', 'f16', 'f16'] as const;
const V2F16X2 = ['v2f16', 'v2f16', 'v2f16'] as const;
const F32X3 = [...F32X2, 'f32'] as const;
const F16X3 = [...F16X2, 'f16'] as const;

const B64X2 = ['b64', 'b64', 'b64'] as const;

const SCALARS: readonly ScalarRow[] = [
  sop2('s_add_nc_u64', { gfx12: 0x53 }, B64X2, ignore, UNMODELLED),
  sop2('s_sub_nc_u64', { gfx12: 0x54 }, B64X2, ignore, UNMODELLED),
  sop2('s_mul_u64', { gfx12: 0x55 }, B64X2, ignore, UNMODELLED),
  // `s_barrier_wait` models both the signal and the wait.
  { family: 'scalar', format: 'sop1', name: 's_barrier_signal', opcode: { gfx12: 0x4e }, sources: ['b32'] },
  makeUnaryScalar('s_barrier_signal_isfirst', 0x4f),
  makeUnaryScalar('s_get_barrier_state', 0x50, true),
  makeUnaryScalar('s_barrier_init', 0x51),
  makeUnaryScalar('s_barrier_join', 0x52),
  makeUnaryScalar('s_wakeup_barrier', 0x57),
  makeUnaryScalar('s_sleep_var', 0x58),
  sop2('s_minimum_f32', { gfx12: 0x4f }, F32X2, ignore, UNMODELLED),
  sop2('s_maximum_f32', { gfx12: 0x50 }, F32X2, ignore, UNMODELLED),
  sop2('s_minimum_f16', { gfx12: 0x51 }, F16X2, ignore, UNMODELLED),
  sop2('s_maximum_f16', { gfx12: 0x52 }, F16X2, ignore, UNMODELLED),
];

/** Minimum and maximum operations that return NaN if any operand is NaN. Opcodes of the latter are one higher. */
const VECTORS: readonly VectorRow[] = (['minimum', 'maximum'] as const).flatMap((name, i) => {
  const both = i === 0 ? 'minimummaximum' : 'maximumminimum';
  return [
    vop3p(`v_pk_${name}_f16`, { gfx12: 0x1d + i }, V2F16X2, ignore, UNMODELLED),
    vop3(`v_${name}3_f32`, { gfx12: 0x22d + i }, F32X3, ignore, UNMODELLED),
    vop3(`v_${name}3_f16`, { gfx12: 0x22f + i }, F16X3, ignore, UNMODELLED),
    vop3(`v_${both}_f32`, { gfx12: 0x26c + i }, F32X3, ignore, UNMODELLED),
    vop3(`v_${both}_f16`, { gfx12: 0x26e + i }, F16X3, ignore, UNMODELLED),
    vop3(`v_${name}_f64`, { gfx12: 0x341 + i }, F64X2, ignore, UNMODELLED),
    vop3(`v_${name}_f32`, { gfx12: 0x365 + i }, F32X2, ignore, UNMODELLED),
    vop3(`v_${name}_f16`, { gfx12: 0x367 + i }, F16X2, ignore, { ...UNMODELLED, omitsOpSel: true }),
  ];
});

/** Split barriers. They only occur in work-groups, never in a program with an ordered section. */
const BARRIERS: readonly ControlRow[] = [
  sopp('s_barrier_wait', { gfx12: 0x14 }, 'barrier', 'barrier-wait', 'decimal'),
  sopp('s_barrier_leave', { gfx12: 0x15 }, 'nop', 'nop', 'none', UNMODELLED),
];

/** Instructions that GFX12 adds or moves to another format. */
export const GFX12_ROWS: readonly Row[] = [
  shortenRow('v_add_f64', 'v_add_f64', 0x02),
  shortenRow('v_mul_f64', 'v_mul_f64', 0x06),
  shortenRow('v_min_f64', 'v_min_num_f64', 0x0d),
  shortenRow('v_max_f64', 'v_max_num_f64', 0x0e),
  shortenRow('v_lshlrev_b64', 'v_lshlrev_b64', 0x1f),
  makeCounterWait('s_wait_loadcnt', 'sopp', { gfx12: 0x40 }),
  makeCounterWait('s_wait_storecnt', 'sopp', { gfx12: 0x41 }),
  makeCounterWait('s_wait_samplecnt', 'sopp', { gfx12: 0x42 }),
  makeCounterWait('s_wait_bvhcnt', 'sopp', { gfx12: 0x43 }),
  makeCounterWait('s_wait_expcnt', 'sopp', { gfx12: 0x44 }),
  makeCounterWait('s_wait_dscnt', 'sopp', { gfx12: 0x46 }),
  makeCounterWait('s_wait_kmcnt', 'sopp', { gfx12: 0x47 }),
  makeCounterWait('s_wait_loadcnt_dscnt', 'sopp', { gfx12: 0x48 }),
  makeCounterWait('s_wait_storecnt_dscnt', 'sopp', { gfx12: 0x49 }),
  makeCacheControl('global_inv', 0x2b, { control: 'invalidate', kind: 'nop', invalidates: ['l0'] }),
  makeCacheControl('global_wb', 0x2c, { control: 'write-back', kind: 'memory' }),
  makeCacheControl('global_wbinv', 0x4f, { control: 'nop', kind: 'nop', unmodelled: KNOWN_BUT_UNMODELLED }),
  makeScalarLoad('s_load_b96', 0x05, 12),
  makeNarrowLoad('s_load_i8', 0x08, 1, true),
  makeNarrowLoad('s_load_u8', 0x09, 1),
  makeNarrowLoad('s_load_i16', 0x0a, 2, true),
  makeNarrowLoad('s_load_u16', 0x0b, 2),
  makeScalarLoad('s_buffer_load_b96', 0x15, 12),
  makeNarrowLoad('s_buffer_load_i8', 0x18, 1, true),
  makeNarrowLoad('s_buffer_load_u8', 0x19, 1),
  makeNarrowLoad('s_buffer_load_i16', 0x1a, 2, true),
  makeNarrowLoad('s_buffer_load_u16', 0x1b, 2),
  ...SCALARS,
  ...VECTORS,
  ...VECTOR_UNIT_ROWS,
  ...BARRIERS,
  ...makeAtomics(),
  ...makeLocalAtomics(0x98),
];
