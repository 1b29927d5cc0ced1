import type { InstructionSet } from '../../instruction-set.js';
import { isFailure, type RawFailure, type RawInstruction, splitInstruction } from './raw.js';

/** Raw instructions by instruction set and `getKey`. */
type Cache = Map<InstructionSet, Map<number, RawInstruction[]>>;

/** Number of instructions to cache before the older ones are dropped. Programs share a few thousand. */
const MAX_RECENT = 1536;

let recent: Cache = new Map();
/** The instructions that were recent before. Those still in use move to the recent ones. */
let older: Cache = new Map();
let recentCount = 0;

/**
 * Like `splitInstruction`, but caches results by the instruction's words, which fully determine them. Drawn programs
 * contain ever new ones, and compiled code and facts live as long as they do, so only the recently used ones are kept.
 */
export function splitCached(
  words: ArrayLike<number>,
  offset: number,
  set: InstructionSet,
): RawInstruction | RawFailure {
  const cached = findCached(recent, words, offset, set);
  if (cached !== undefined) return cached;
  const result = findCached(older, words, offset, set) ?? splitInstruction(words, offset, set);
  if (isFailure(result)) return result;
  if (recentCount++ >= MAX_RECENT) [older, recent, recentCount] = [recent, new Map(), 1];
  const instructions = recent.get(set) ?? new Map<number, RawInstruction[]>();
  recent.set(set, instructions);
  const key = getKey(result.words, 0, result.words.length === 1);
  const bucket = instructions.get(key);
  if (bucket === undefined) instructions.set(key, [result]);
  else bucket.push(result);
  return result;
}

/** Returns the key of an instruction: from its first word, or from two, since many moves of literals have the same first one. */
function getKey(words: ArrayLike<number>, offset: number, isShort: boolean): number {
  return isShort ? words[offset] | 0 : (Math.imul(words[offset], 31) + (words[offset + 1] ?? 0)) | 0;
}

function findCached(cache: Cache, words: ArrayLike<number>, offset: number, set: InstructionSet) {
  const matches = (raw: RawInstruction): boolean => startsWith(words, offset, raw.words);
  const find = (isShort: boolean) =>
    cache
      .get(set)
      ?.get(getKey(words, offset, isShort))
      ?.find(matches);
  return find(true) ?? find(false);
}

/** Returns whether the words starting at `offset` match the instruction. */
function startsWith(words: ArrayLike<number>, offset: number, instruction: readonly number[]): boolean {
  if (offset + instruction.length > words.length) return false;
  for (let i = 0; i < instruction.length; i++) if (words[offset + i] >>> 0 !== instruction[i]) return false;
  return true;
}
