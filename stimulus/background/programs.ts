import type { Gfx, WaveSize } from '../../arch/index.js';
import { programWords } from '../dialect/index.js';
import { groupText } from './group-text.js';
import { vertexText } from './vertex-text.js';

/** Assembled programs, keyed by their parameters. Assembly is deterministic, so caching is safe. */
const ASSEMBLED = new Map<string, readonly number[]>();

/** Returns the words of the vertex program for the given divisors (`vertexText`). */
export function vertexWords(
  gfx: Gfx,
  wave: WaveSize,
  divisors: readonly [number, number],
): readonly number[] {
  return assembleCached(`vertex ${gfx} ${wave} ${divisors}`, gfx, () => vertexText(gfx, wave, divisors));
}

/** Returns the words of the work-group program, optionally using GDS and with uneven work (`groupText`). */
export function groupWords(
  gfx: Gfx,
  wave: WaveSize,
  usesShare: boolean,
  isUneven = false,
): readonly number[] {
  return assembleCached(`group ${gfx} ${wave} ${usesShare} ${isUneven}`, gfx, () =>
    groupText(gfx, wave, usesShare, isUneven),
  );
}

function assembleCached(key: string, gfx: Gfx, text: () => string): readonly number[] {
  let words = ASSEMBLED.get(key);
  if (words === undefined) {
    words = programWords(text(), gfx);
    ASSEMBLED.set(key, words);
  }
  return words;
}
