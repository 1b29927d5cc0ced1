import { ATOMIC_BASES, makeAccessRows } from './access.js';
import { makeAtomicRows, makeFloatAtomicRows, makeSaturatingSubtractRow } from './atomics.js';
import type { MemoryRow } from './memory-row.js';
import { KNOWN_BUT_UNMODELLED, type Opcodes, renamedInGfx11 } from './row-base.js';

/** Builds an access addressed by thread ID. Graphics compilers do not emit these in pixel shaders. */
function makeThreadIndexed(access: 'load' | 'store', opcode: Opcodes): MemoryRow {
  const name = renamedInGfx11(`global_${access}_dword_addtid`, `global_${access}_addtid_b32`);
  const base = { family: 'memory', format: 'flat', segment: 'global', bytes: 4 } as const;
  return { ...base, name, opcode, access, isIndexedByThread: true, unmodelled: KNOWN_BUT_UNMODELLED };
}

/** Loads, stores and atomics for flat, scratch and global memory. */
export const FLAT_ROWS: readonly MemoryRow[] = [
  ...makeAccessRows('flat', { format: 'flat', segment: 'flat' }),
  ...makeAtomicRows('flat_atomic', ATOMIC_BASES, { format: 'flat', segment: 'flat' }),
  ...makeFloatAtomicRows('flat_atomic', { format: 'flat', segment: 'flat' }),
  ...makeAccessRows('scratch', { format: 'flat', segment: 'scratch' }),
  ...makeAccessRows('global', { format: 'flat', segment: 'global' }),
  ...makeAtomicRows('global_atomic', ATOMIC_BASES, { format: 'flat', segment: 'global' }),
  ...makeFloatAtomicRows('global_atomic', { format: 'flat', segment: 'global' }),
  makeSaturatingSubtractRow('global_atomic', { format: 'flat', segment: 'global' }),
  makeThreadIndexed('load', { 'gfx10.3': 0x16, gfx11: 0x28 }),
  makeThreadIndexed('store', { 'gfx10.3': 0x17, gfx11: 0x29 }),
];
