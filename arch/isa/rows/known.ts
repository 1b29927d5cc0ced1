import type { OperandType } from '../operand-type.js';
import type { MemoryRow } from './memory-row.js';
import { ignore, type ScalarRow, UNMODELLED, type VectorRow, vop1, vop3 } from './row.js';
import { type Opcodes, onlyOn, opcodes, X } from './row-base.js';

/** Builds a GFX9 instruction without a result. */
function makeScalarRow(
  format: ScalarRow['format'],
  name: string,
  opcode: number,
  sources: readonly OperandType[],
): ScalarRow {
  return { family: 'scalar', format, name, opcode: onlyOn('gfx9', opcode), sources, ...UNMODELLED };
}

/** Fork, join, trap-return and vector-skip instructions, used by debuggers or old compilers. */
export const KNOWN_SCALAR_ROWS: readonly ScalarRow[] = [
  makeScalarRow('sop1', 's_cbranch_join', 0x2e, ['b32']),
  makeScalarRow('sop2', 's_cbranch_g_fork', 0x29, ['b64', 'b64']),
  makeScalarRow('sop2', 's_rfe_restore_b64', 0x2b, ['b64', 'b32']),
  makeScalarRow('sopc', 's_setvskip', 0x10, ['b32', 'b32']),
];

/**
 * Vector operations that are known but not modelled. `v_screen_partition_4se_b32` depends on which parts of the chip
 * are fused off. `v_cvt_pkaccum_u8_f32` is only emitted by an old compiler, and `v_trig_preop_f64` (bits of 2 / pi) is
 * only used by a numerical library for large angles. Quad sums of absolute differences (`v_mqsad_u32_u8`) only occur in
 * compute shaders. On GFX11, dot products with a 16-bit sum are less precise than any formula we know of, so drivers
 * avoid them.
 */
export const KNOWN_VECTOR_ROWS: readonly VectorRow[] = [
  vop1('v_screen_partition_4se_b32', { gfx9: 0x37, gfx10: X }, ['b32', 'b32'], ignore, UNMODELLED),
  vop3('v_cvt_pkaccum_u8_f32', { gfx9: 0x1f0, gfx10: X }, ['b32', 'f32', 'u32'], ignore, UNMODELLED),
  vop3('v_mqsad_u32_u8', opcodes(0x1e7, 0x175, 0x23d), ['b128', 'b64', 'b32', 'b128'], ignore, UNMODELLED),
  vop3('v_trig_preop_f64', opcodes(0x292, 0x174, 0x32f), ['f64', 'f64', 'i32'], ignore, UNMODELLED),
  vop3('v_dot2_f16_f16', { gfx11: 0x266 }, ['f16', 'v2f16', 'v2f16', 'f16'], ignore, UNMODELLED),
  vop3('v_dot2_bf16_bf16', { gfx11: 0x267 }, ['b16', 'v2f16', 'v2f16', 'b16'], ignore, UNMODELLED),
];

/**
 * Builds a scalar memory access that is known but not modelled, because graphics compilers do not emit it in pixel
 * shaders or because its result depends on state outside the scenario. These are GFX9 and GFX10 stores, atomics and
 * scratch accesses (compilers use vector memory instead, which does not see dirty data in the scalar cache), discards
 * and probes of that cache, clock reads, and reads of a wave's index in its work-group.
 */
function makeScalarMemory(name: string, opcode: Opcodes, row: Partial<MemoryRow> = {}): MemoryRow {
  return { family: 'memory', format: 'smem', name, opcode, access: 'load', bytes: 4, ...UNMODELLED, ...row };
}

const WIDTHS = ['dword', 'dwordx2', 'dwordx4'];

function makeAllWidths(prefix: string, first: number, row: Partial<MemoryRow>): MemoryRow[] {
  return WIDTHS.map((width, i) => {
    const opcode = { gfx9: first + i, 'gfx10.3': X };
    return makeScalarMemory(`${prefix}_${width}`, opcode, { ...row, bytes: 4 << i });
  });
}

const OPERATIONS = 'swap cmpswap add sub smin umin smax umax and or xor inc dec'.split(' ');

function makeAtomics(prefix: string, suffix: string, first: number, row: Partial<MemoryRow>): MemoryRow[] {
  return OPERATIONS.map((atomic, i) => {
    const opcode = { gfx9: first + i, 'gfx10.3': X };
    return makeScalarMemory(`${prefix}_${atomic}${suffix}`, opcode, { access: 'atomic', atomic, ...row });
  });
}

const BUFFER = { descriptor: 'buffer' } as const;
const STORE = { access: 'store' } as const;
const ADDRESS = { shape: 'address' } as const;
const RESULT = { shape: 'result' } as const;
const PROBE = { shape: 'probe' } as const;

/** The scalar memory instructions that can be decoded, printed and parsed but not run. */
export const KNOWN_SMEM_ROWS: readonly MemoryRow[] = [
  ...makeAllWidths('s_scratch_load', 0x05, {}),
  ...makeAllWidths('s_store', 0x10, STORE),
  ...makeAllWidths('s_scratch_store', 0x15, STORE),
  ...makeAllWidths('s_buffer_store', 0x18, { ...STORE, ...BUFFER }),
  ...makeAtomics('s_buffer_atomic', '', 0x40, BUFFER),
  ...makeAtomics('s_buffer_atomic', '_x2', 0x60, { ...BUFFER, bytes: 8 }),
  ...makeAtomics('s_atomic', '', 0x80, {}),
  ...makeAtomics('s_atomic', '_x2', 0xa0, { bytes: 8 }),
  makeScalarMemory('s_dcache_discard', { gfx9: 0x28, 'gfx10.3': X }, ADDRESS),
  makeScalarMemory('s_dcache_discard_x2', { gfx9: 0x29, 'gfx10.3': X }, ADDRESS),
  makeScalarMemory('s_atc_probe', { gfx9: 0x26, gfx11: 0x22 }, PROBE),
  makeScalarMemory('s_atc_probe_buffer', { gfx9: 0x27, gfx11: 0x23 }, { ...PROBE, ...BUFFER }),
  makeScalarMemory('s_memtime', { gfx9: 0x24, gfx11: X }, { ...RESULT, bytes: 8 }),
  makeScalarMemory('s_memrealtime', { gfx9: 0x25, gfx11: X }, { ...RESULT, bytes: 8 }),
  makeScalarMemory('s_get_waveid_in_workgroup', { gfx10: 0x2a, 'gfx10.3': X }, RESULT),
];
