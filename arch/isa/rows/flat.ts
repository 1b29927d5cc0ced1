import { ATOMIC_BASES, accessRows } from './access.js';
import { atomicRows, clampedSubtraction, floatAtomicRows } from './atomics.js';
import type { MemoryRow } from './memory-row.js';
import { KNOWN_BUT_UNMODELLED, type Opcodes, renamedByGfx11 } from './row-base.js';

/** Builds an access indexed by thread number, which graphics compilers do not emit in pixel shaders. */
function byThread(access: 'load' | 'store', opcode: Opcodes): MemoryRow {
  const name = renamedByGfx11(`global_${access}_dword_addtid`, `global_${access}_addtid_b32`);
  const base = { family: 'memory', format: 'flat', segment: 'global', bytes: 4 } as const;
  return { ...base, name, opcode, access, byThread: true, unmodelled: KNOWN_BUT_UNMODELLED };
}

/** Accesses by address to flat, scratch and global memory. */
export const FLAT_ROWS: readonly MemoryRow[] = [
  ...accessRows('flat', { format: 'flat', segment: 'flat' }),
  ...atomicRows('flat_atomic', ATOMIC_BASES, { format: 'flat', segment: 'flat' }),
  ...floatAtomicRows('flat_atomic', { format: 'flat', segment: 'flat' }),
  ...accessRows('scratch', { format: 'flat', segment: 'scratch' }),
  ...accessRows('global', { format: 'flat', segment: 'global' }),
  ...atomicRows('global_atomic', ATOMIC_BASES, { format: 'flat', segment: 'global' }),
  ...floatAtomicRows('global_atomic', { format: 'flat', segment: 'global' }),
  clampedSubtraction('global_atomic', { format: 'flat', segment: 'global' }),
  byThread('load', { 'gfx10.3': 0x16, gfx11: 0x28 }),
  byThread('store', { 'gfx10.3': 0x17, gfx11: 0x29 }),
];
