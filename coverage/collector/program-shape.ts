import type { Gfx } from '../../arch/index.js';
import type { Program } from '../../transactions/index.js';

/** Words of `s_endpgm` (pops.md 4). */
const END_WORD = 0xbf810000;
const END_WORD_GFX11 = 0xbfb00000;

/**
 * Whether a wave that ends at `pc` took an early exit. Compilers put the discard exit behind the normal end
 * (pops.md 4, "Early discard exit").
 */
export type IsEarlyEnd = (pc: number) => boolean;

/** Finds where early exits of a program lie. */
export function earlyEnds(program: Program, gfx: Gfx): IsEarlyEnd {
  const end = gfx === 'gfx11' ? END_WORD_GFX11 : END_WORD;
  const first = program.words.findIndex((word) => word >>> 0 === end);
  const normalEnd = first < 0 ? Number.POSITIVE_INFINITY : first * 4;
  return (pc) => pc > normalEnd;
}
