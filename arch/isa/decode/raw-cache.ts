import type { InstructionSet } from '../../instruction-set.js';
import { isFailure, type RawFailure, type RawInstruction, takeApart } from './raw.js';

/** Most instructions to keep: programs use a few thousand different ones. */
const KEPT_MAX = 16384;

/** Instructions taken apart before, by their first word. */
const KNOWN = new Map<InstructionSet, Map<number, RawInstruction[]>>();

let kept = 0;

function forget(): void {
  for (const known of KNOWN.values()) known.clear();
  kept = 0;
}

function knownOf(set: InstructionSet): Map<number, RawInstruction[]> {
  const known = KNOWN.get(set);
  if (known !== undefined) return known;
  const made = new Map<number, RawInstruction[]>();
  KNOWN.set(set, made);
  return made;
}

/** `takeApart`, but equal words are taken apart once: what they say depends on nothing else. The store empties itself when it is full. */
export function takeApartOnce(
  words: ArrayLike<number>,
  offset: number,
  set: InstructionSet,
): RawInstruction | RawFailure {
  const known = knownOf(set);
  const first = words[offset] >>> 0;
  const bucket = known.get(first) ?? [];
  for (const raw of bucket) if (begins(words, offset, raw.words)) return raw;
  const taken = takeApart(words, offset, set);
  if (isFailure(taken)) return taken;
  if (kept++ >= KEPT_MAX) forget();
  known.set(first, [...bucket, taken]);
  return taken;
}

/** Whether the words of an instruction stand at `offset`. */
function begins(words: ArrayLike<number>, offset: number, instruction: readonly number[]): boolean {
  if (offset + instruction.length > words.length) return false;
  for (let i = 0; i < instruction.length; i++) if (words[offset + i] >>> 0 !== instruction[i]) return false;
  return true;
}
