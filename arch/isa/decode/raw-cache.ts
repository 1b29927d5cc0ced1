import type { InstructionSet } from '../../instruction-set.js';
import { isFailure, type RawFailure, type RawInstruction, splitInstruction } from './raw.js';

/** Raw instructions by instruction set and first word. */
type Cache = Map<InstructionSet, Map<number, readonly RawInstruction[]>>;

/** Number of instructions to cache before the older ones are dropped. Programs share a few thousand. */
const MAX_RECENT = 2048;

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
  const instructions = recent.get(set) ?? new Map<number, readonly RawInstruction[]>();
  const first = words[offset] >>> 0;
  recent.set(set, instructions.set(first, [...(instructions.get(first) ?? []), result]));
  return result;
}

function findCached(cache: Cache, words: ArrayLike<number>, offset: number, set: InstructionSet) {
  const bucket = cache.get(set)?.get(words[offset] >>> 0) ?? [];
  for (const raw of bucket) if (startsWith(words, offset, raw.words)) return raw;
  return undefined;
}

/** Returns whether the words starting at `offset` match the instruction. */
function startsWith(words: ArrayLike<number>, offset: number, instruction: readonly number[]): boolean {
  if (offset + instruction.length > words.length) return false;
  for (let i = 0; i < instruction.length; i++) if (words[offset + i] >>> 0 !== instruction[i]) return false;
  return true;
}
