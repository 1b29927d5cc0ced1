import type { InstructionSet } from '../../instruction-set.js';
import { isFailure, type RawFailure, type RawInstruction, splitInstruction } from './raw.js';

/** Maximum number of instructions to keep: programs use a few thousand different ones. */
const KEPT_MAX = 16384;

/** Cached raw instructions, by first word. */
const INSTRUCTIONS_BY_SET = new Map<InstructionSet, Map<number, RawInstruction[]>>();

let keptCount = 0;

function clearCache(): void {
  for (const known of INSTRUCTIONS_BY_SET.values()) known.clear();
  keptCount = 0;
}

function knownInstructions(set: InstructionSet): Map<number, RawInstruction[]> {
  const known = INSTRUCTIONS_BY_SET.get(set);
  if (known !== undefined) return known;
  const empty = new Map<number, RawInstruction[]>();
  INSTRUCTIONS_BY_SET.set(set, empty);
  return empty;
}

/** `splitInstruction`, cached by words: the result depends on nothing else. The cache empties when full. */
export function splitCached(
  words: ArrayLike<number>,
  offset: number,
  set: InstructionSet,
): RawInstruction | RawFailure {
  const known = knownInstructions(set);
  const first = words[offset] >>> 0;
  const bucket = known.get(first) ?? [];
  for (const raw of bucket) if (begins(words, offset, raw.words)) return raw;
  const split = splitInstruction(words, offset, set);
  if (isFailure(split)) return split;
  if (keptCount++ >= KEPT_MAX) clearCache();
  known.set(first, [...bucket, split]);
  return split;
}

/** Whether an instruction's words start at `offset`. */
function begins(words: ArrayLike<number>, offset: number, instruction: readonly number[]): boolean {
  if (offset + instruction.length > words.length) return false;
  for (let i = 0; i < instruction.length; i++) if (words[offset + i] >>> 0 !== instruction[i]) return false;
  return true;
}
