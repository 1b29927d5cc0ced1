import type { InstructionSet } from '../../instruction-set.js';
import { isFailure, type RawFailure, type RawInstruction, splitInstruction } from './raw.js';

/** Maximum number of cached instructions. Programs use a few thousand distinct ones. */
const MAX_CACHED = 16384;

/** Cached raw instructions, by instruction set and first word. */
const INSTRUCTIONS_BY_SET = new Map<InstructionSet, Map<number, RawInstruction[]>>();

let cachedCount = 0;

function clearCache(): void {
  for (const cached of INSTRUCTIONS_BY_SET.values()) cached.clear();
  cachedCount = 0;
}

function getCached(set: InstructionSet): Map<number, RawInstruction[]> {
  const cached = INSTRUCTIONS_BY_SET.get(set);
  if (cached !== undefined) return cached;
  const empty = new Map<number, RawInstruction[]>();
  INSTRUCTIONS_BY_SET.set(set, empty);
  return empty;
}

/**
 * Like `splitInstruction`, but caches results by the instruction's words, which fully determine them. Clears the cache
 * when it is full.
 */
export function splitCached(
  words: ArrayLike<number>,
  offset: number,
  set: InstructionSet,
): RawInstruction | RawFailure {
  const cached = getCached(set);
  const first = words[offset] >>> 0;
  const bucket = cached.get(first) ?? [];
  for (const raw of bucket) if (startsWith(words, offset, raw.words)) return raw;
  const result = splitInstruction(words, offset, set);
  if (isFailure(result)) return result;
  if (cachedCount++ >= MAX_CACHED) clearCache();
  cached.set(first, [...bucket, result]);
  return result;
}

/** Returns whether the words starting at `offset` match the instruction. */
function startsWith(words: ArrayLike<number>, offset: number, instruction: readonly number[]): boolean {
  if (offset + instruction.length > words.length) return false;
  for (let i = 0; i < instruction.length; i++) if (words[offset + i] >>> 0 !== instruction[i]) return false;
  return true;
}
