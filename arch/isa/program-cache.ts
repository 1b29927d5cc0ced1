import type { Gfx, WaveSize } from '../chips.js';
import type { DecodedProgram, EpilogCode } from './instruction.js';
import { decodeProgram } from './program.js';

/** Programs of a generation; a nightly runs a few hundred different ones again and again, generated programs come and go. */
const GENERATION = 512;

interface Entry {
  readonly words: readonly number[];
  readonly epilog: EpilogCode | undefined;
  readonly program: DecodedProgram;
}

/** What was asked for since the last generation was full, and what it had kept. */
let recent = new Map<string, Entry[]>();
let older = new Map<string, Entry[]>();
let count = 0;

/**
 * `decodeProgram`, but equal words are decoded once: decoded programs are immutable and nothing can tell them
 * apart, so tests, the model and the reference share them, and what is kept of each. Whatever nobody asks for while two
 * generations fill up is dropped.
 */
export function decodeOnce(
  words: readonly number[],
  gfx: Gfx,
  wave: WaveSize,
  epilog?: EpilogCode,
): DecodedProgram {
  const key = `${gfx} ${wave} ${words.length} ${hashOf(words)}`;
  const isMeant = (entry: Entry): boolean =>
    sameWords(entry.words, words) && sameEpilog(entry.epilog, epilog);
  const known = recent.get(key)?.find(isMeant);
  if (known !== undefined) return known.program;
  const entry = older.get(key)?.find(isMeant) ?? newEntry(words, gfx, wave, epilog);
  keep(key, entry);
  return entry.program;
}

function newEntry(words: readonly number[], gfx: Gfx, wave: WaveSize, epilog: EpilogCode | undefined): Entry {
  const copy = epilog === undefined ? undefined : { ...epilog, words: [...epilog.words] };
  return { words: [...words], epilog: copy, program: decodeProgram(words, gfx, wave, epilog) };
}

function keep(key: string, entry: Entry): void {
  if (count >= GENERATION) {
    older = recent;
    recent = new Map();
    count = 0;
  }
  recent.set(key, [...(recent.get(key) ?? []), entry]);
  count++;
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
