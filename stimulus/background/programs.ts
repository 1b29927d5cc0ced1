import type { Gfx, WaveSize } from '../../arch/index.js';
import { assembleWords } from '../dialect/index.js';
import { emitGroupProgram } from './group-text.js';
import { vertexText } from './vertex-text.js';

/** Assembled programs, keyed by their parameters. Assembly is deterministic, so caching is safe. */
const ASSEMBLED = new Map<string, readonly number[]>();

/** Returns the words of the vertex program for the given divisors (`vertexText`). */
export function getVertexWords(
  gfx: Gfx,
  wave: WaveSize,
  divisors: readonly [number, number],
): readonly number[] {
  return assembleCached(`vertex ${gfx} ${wave} ${divisors}`, gfx, () => vertexText(gfx, wave, divisors));
}

/** Returns the words of the work-group program, optionally with GDS accesses and corner cases (`emitGroupProgram`). */
export function getGroupWords(
  gfx: Gfx,
  wave: WaveSize,
  usesGds: boolean,
  hasCornerCases = false,
): readonly number[] {
  return assembleCached(`group ${gfx} ${wave} ${usesGds} ${hasCornerCases}`, gfx, () =>
    emitGroupProgram(gfx, wave, usesGds, hasCornerCases),
  );
}

function assembleCached(key: string, gfx: Gfx, emit: () => string): readonly number[] {
  let words = ASSEMBLED.get(key);
  if (words === undefined) {
    words = assembleWords(emit(), gfx);
    ASSEMBLED.set(key, words);
  }
  return words;
}
