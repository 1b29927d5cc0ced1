import type { ChipName } from '../../arch/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';

type ProgramCode = Pick<CorpusRecord, 'shader' | 'instructions' | 'epilog'>;

/**
 * Maps a chip to its twin, whose programs often have the same code. Tests do less work for a program that is identical
 * to its twin's.
 */
export const TWINS: Readonly<Partial<Record<ChipName, ChipName>>> = {
  raven: 'vega10',
  renoir: 'vega10',
  vega20: 'vega10',
  vangogh: 'navi21',
};

/** Returns a key that identifies a program's shader and code. */
export function getCodeKey({ shader, instructions, epilog }: ProgramCode): string {
  const words = [instructions, epilog?.instructions ?? []].map((part) =>
    part.map((instruction) => instruction.words),
  );
  return JSON.stringify([shader, words]);
}

/** Returns the set of code keys for the records. */
export function getCodeKeys(records: readonly ProgramCode[]): ReadonlySet<string> {
  return new Set(records.map(getCodeKey));
}
