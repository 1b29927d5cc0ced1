import type { Gfx, WaveSize } from '../chips.js';
import type { DecodedProgram, EpilogCode } from './instruction.js';
import { decodeProgram } from './program.js';

/** Programs kept at most; a nightly runs a few hundred different ones, generated programs come and go. */
const PROGRAMS_MAX = 512;

interface Entry {
  readonly words: readonly number[];
  readonly epilog: EpilogCode | undefined;
  readonly program: DecodedProgram;
}

const entries = new Map<string, Entry[]>();
let count = 0;

/**
 * `decodeProgram`, but equal words are decoded once: decoded programs are immutable and nothing can tell them
 * apart, so tests, the model and the reference share them. The store empties itself when it is full.
 */
export function decodeOnce(
  words: readonly number[],
  gfx: Gfx,
  wave: WaveSize,
  epilog?: EpilogCode,
): DecodedProgram {
  const key = `${gfx} ${wave} ${words.length} ${hashOf(words)}`;
  const bucket = entries.get(key) ?? [];
  const known = bucket.find((entry) => sameWords(entry.words, words) && sameEpilog(entry.epilog, epilog));
  if (known !== undefined) return known.program;
  if (count >= PROGRAMS_MAX) {
    entries.clear();
    count = 0;
    return decodeOnce(words, gfx, wave, epilog);
  }
  const program = decodeProgram(words, gfx, wave, epilog);
  const copy = epilog === undefined ? undefined : { ...epilog, words: [...epilog.words] };
  entries.set(key, [...bucket, { words: [...words], epilog: copy, program }]);
  count++;
  return program;
}

/** FNV-1a over whole words; collisions are told apart by comparing. */
function hashOf(words: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  return hash >>> 0;
}

function sameWords(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((word, at) => word === b[at]);
}

function sameEpilog(a: EpilogCode | undefined, b: EpilogCode | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.address === b.address && sameWords(a.words, b.words);
}
