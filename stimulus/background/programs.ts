import type { Gfx, WaveSize } from '../../arch/index.js';
import { programWords } from '../dialect/index.js';
import { groupText } from './group-text.js';
import { vertexText } from './vertex-text.js';

/** Assembled programs, keyed by their parameters. Assembly is deterministic, so caching is invisible. */
const ASSEMBLED = new Map<string, readonly number[]>();

/** The words of the vertex program for these divisors (`vertexText`). */
export function vertexWords(
  gfx: Gfx,
  wave: WaveSize,
  divisors: readonly [number, number],
): readonly number[] {
  return assembledOnce(`vertex ${gfx} ${wave} ${divisors}`, gfx, () => vertexText(gfx, wave, divisors));
}

/** The words of the work-group program, with or without GDS, even or uneven (`groupText`). */
export function groupWords(
  gfx: Gfx,
  wave: WaveSize,
  usesShare: boolean,
  isUneven = false,
): readonly number[] {
  return assembledOnce(`group ${gfx} ${wave} ${usesShare} ${isUneven}`, gfx, () =>
    groupText(gfx, wave, usesShare, isUneven),
  );
}

function assembledOnce(key: string, gfx: Gfx, text: () => string): readonly number[] {
  let words = ASSEMBLED.get(key);
  if (words === undefined) {
    words = programWords(text(), gfx);
    ASSEMBLED.set(key, words);
  }
  return words;
}
