import { type Opcodes, X } from '../rows/row.js';
import type { UnlistedNames } from './unlisted-names.js';

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

function atomics(prefix: string, suffix: string, first: number): [string, Opcodes][] {
  return OPERATIONS.map((operation, i) => [
    `${prefix}_${operation}${suffix}`,
    [first + i, first + i, X, X] as const,
  ]);
}

/**
 * Atomics of the scalar cache, which GFX10.3 no longer has. Compilers for graphics leave them alone, since vector memory
 * does not see what is dirty in that cache.
 */
export const SCALAR_ATOMIC_NAMES: UnlistedNames = {
  smem: Object.fromEntries([
    ...atomics('s_buffer_atomic', '', 0x40),
    ...atomics('s_buffer_atomic', '_x2', 0x60),
    ...atomics('s_atomic', '', 0x80),
    ...atomics('s_atomic', '_x2', 0xa0),
  ]),
};
