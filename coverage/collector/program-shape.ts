import { decodeCached, type InstructionSet, type WaveSize } from '../../arch/index.js';
import type { Program, ShaderSections } from '../../transactions/index.js';

/** Returns whether a wave that ends at `pc` took an early exit. */
export type IsEarlyEnd = (pc: number) => boolean;

/**
 * Returns a function that tells a program's early exits from its normal end. Compilers place the discard exit after the
 * normal end (pops.md 4, "Early discard exit"). A main part with a separate epilog has only early exits, since the
 * normal end is in the epilog. In a program with several parts, each part falls through to the next, so the last end is
 * the normal one and any others are early exits.
 */
export function findEarlyEnds(
  { words, epilog, sections }: Program,
  set: InstructionSet,
  wave: WaveSize,
): IsEarlyEnd {
  const code = decodeCached(words, set, wave, epilog);
  const start = code.epilog?.index ?? 0;
  const ends = code.instructions.slice(start).filter(({ kind }) => kind === 'end');
  const normalEnd = sections === undefined ? ends[0] : ends.at(-1);
  return (pc) => normalEnd !== undefined && pc !== normalEnd.pc;
}

/** Returns the byte offset of the last part that contains code, or 0 for a single-part program. */
export function getLastPartOffset(sections: ShaderSections | undefined): number {
  const parts = sections?.parts.filter(({ words }) => words > 0) ?? [];
  return parts.slice(0, -1).reduce((bytes, { words }) => bytes + 4 * words, 0);
}

/** Returns whether a program has a loop that sleeps between two polls of the exiting id. */
export function sleepsBetweenPolls({ words, epilog }: Program, set: InstructionSet, wave: WaveSize): boolean {
  const { instructions } = decodeCached(words, set, wave, epilog);
  return instructions.some(({ kind, index, target }) => {
    if (kind !== 'branch' || target < 0 || target > index) return false;
    const loop = instructions.slice(target, index + 1);
    return loop.some(({ readsExitingId }) => readsExitingId) && loop.some(({ kind }) => kind === 'sleep');
  });
}

/** Returns the byte offsets of a program's cache write-backs. */
export function findWriteBacks(
  { words, epilog }: Program,
  set: InstructionSet,
  wave: WaveSize,
): ReadonlySet<number> {
  const { instructions } = decodeCached(words, set, wave, epilog);
  return new Set(instructions.filter(({ memory }) => memory?.writesBack).map(({ pc }) => pc));
}
