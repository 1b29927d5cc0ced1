import type { MemoryRow } from './memory-row.js';
import { KNOWN_BUT_UNMODELLED, type Opcodes, X } from './row-base.js';

/**
 * Builds a scalar memory access that is known but not modelled, because graphics compilers do not emit it in pixel
 * shaders or because its result depends on state outside the scenario. These are GFX9 and GFX10 stores, atomics and
 * scratch accesses (compilers use vector memory instead, which does not see dirty data in the scalar cache), discards
 * and probes of that cache, clock reads, and reads of a wave's index in its work-group.
 */
function makeRow(name: string, opcode: Opcodes, row: Partial<MemoryRow> = {}): MemoryRow {
  const unmodelled = KNOWN_BUT_UNMODELLED;
  return { family: 'memory', format: 'smem', name, opcode, access: 'load', bytes: 4, unmodelled, ...row };
}

const WIDTHS = ['dword', 'dwordx2', 'dwordx4'];

function makeAllWidths(prefix: string, first: number, row: Partial<MemoryRow>): MemoryRow[] {
  return WIDTHS.map((width, i) => {
    const opcode = { gfx9: first + i, 'gfx10.3': X };
    return makeRow(`${prefix}_${width}`, opcode, { ...row, bytes: 4 << i });
  });
}

const OPERATIONS = [
  'swap',
  'cmpswap',
  'add',
  'sub',
  'smin',
  'umin',
  'smax',
  'umax',
  'and',
  'or',
  'xor',
  'inc',
  'dec',
];

function makeAtomics(prefix: string, suffix: string, first: number, row: Partial<MemoryRow>): MemoryRow[] {
  return OPERATIONS.map((atomic, i) => {
    const opcode = { gfx9: first + i, 'gfx10.3': X };
    return makeRow(`${prefix}_${atomic}${suffix}`, opcode, { access: 'atomic', atomic, ...row });
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
  makeRow('s_dcache_discard', { gfx9: 0x28, 'gfx10.3': X }, ADDRESS),
  makeRow('s_dcache_discard_x2', { gfx9: 0x29, 'gfx10.3': X }, ADDRESS),
  makeRow('s_atc_probe', { gfx9: 0x26, gfx11: 0x22 }, PROBE),
  makeRow('s_atc_probe_buffer', { gfx9: 0x27, gfx11: 0x23 }, { ...PROBE, ...BUFFER }),
  makeRow('s_memtime', { gfx9: 0x24, gfx11: X }, { ...RESULT, bytes: 8 }),
  makeRow('s_memrealtime', { gfx9: 0x25, gfx11: X }, { ...RESULT, bytes: 8 }),
  makeRow('s_get_waveid_in_workgroup', { gfx10: 0x2a, 'gfx10.3': X }, RESULT),
];
