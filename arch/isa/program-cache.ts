import type { WaveSize } from '../chips.js';
import type { InstructionSet } from '../instruction-set.js';
import type { DecodedProgram, EpilogCode } from './instruction.js';
import { decodeProgram } from './program.js';

/** A number of programs and of their words to keep. Drawn programs are long, and memory grows with the words. */
interface Limit {
  readonly programs: number;
  readonly words: number;
}

/** For recently used programs. There must be more than sequences, each of which soon reuses its program. */
const MAX_RECENT: Limit = { programs: 192, words: 16_384 };

/** For reused programs, enough for most of the roughly 600 that a nightly run reuses. */
const MAX_REUSED: Limit = { programs: 512, words: 24_576 };

/** Two uses of a program with more decodes than this between them are assumed to come from different tests. */
const PROGRAMS_BETWEEN_TESTS = 16;

interface Entry {
  readonly words: readonly number[];
  readonly epilog: EpilogCode | undefined;
  readonly program: DecodedProgram;
  /** Number of programs decoded before this one. */
  readonly decodedBefore: number;
}

/** The programs used last, oldest first. */
class ProgramCache {
  private readonly entries = new Map<string, Entry>();
  private words = 0;

  constructor(private readonly limit: Limit) {}

  /** Removes the program with a key and returns it; undefined if there is none. */
  take(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    this.entries.delete(key);
    this.words -= entry.words.length;
    return entry;
  }

  /** Adds a program that the cache does not hold, and drops the oldest other ones while there are too many. */
  add(key: string, entry: Entry): void {
    this.entries.set(key, entry);
    this.words += entry.words.length;
    const { programs, words } = this.limit;
    for (const oldest of this.entries.keys()) {
      if (oldest === key || (this.entries.size <= programs && this.words <= words)) return;
      this.take(oldest);
    }
  }
}

const recent = new ProgramCache(MAX_RECENT);
const reused = new ProgramCache(MAX_REUSED);
let decodedCount = 0;

/**
 * Like `decodeProgram`, but decodes identical words only once. Decoded programs are immutable, so tests, the model and
 * the reference share them and any data cached per program. Programs that are used once, such as generated ones, are
 * soon evicted; reused programs are kept longer.
 */
export function decodeCached(
  words: readonly number[],
  set: InstructionSet,
  wave: WaveSize,
  epilog?: EpilogCode,
): DecodedProgram {
  const key = `${set} ${wave} ${words.length} ${fnv1a(words)} ${epilog === undefined ? '' : fnv1a(epilog.words)}`;
  const reusedEntry = reused.take(key);
  const cached = reusedEntry ?? recent.take(key);
  const isMatch =
    cached !== undefined && haveSameWords(cached.words, words) && haveSameEpilog(cached.epilog, epilog);
  const entry = isMatch ? cached : makeEntry(words, set, wave, epilog);
  const isReused = entry === reusedEntry || decodedCount - entry.decodedBefore > PROGRAMS_BETWEEN_TESTS;
  (isReused ? reused : recent).add(key, entry);
  return entry.program;
}

function makeEntry(
  words: readonly number[],
  set: InstructionSet,
  wave: WaveSize,
  epilog: EpilogCode | undefined,
): Entry {
  const copy = epilog && { ...epilog, words: [...epilog.words] };
  const program = decodeProgram(words, set, wave, epilog);
  return { words: [...words], epilog: copy, program, decodedBefore: decodedCount++ };
}

/** Computes an FNV-1a hash over whole words. Collisions are resolved by comparing the words. */
function fnv1a(words: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  return hash >>> 0;
}

function haveSameWords(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}

function haveSameEpilog(a: EpilogCode | undefined, b: EpilogCode | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.address === b.address && haveSameWords(a.words, b.words);
}
