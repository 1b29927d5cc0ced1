import type { ChipName } from '../../arch/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';

type Coded = Pick<CorpusRecord, 'shader' | 'instructions' | 'epilog'>;

/**
 * Chips that share code with another one, their twin. Tests do less for a program if the twin's program has
 * the same code.
 */
export const TWINS: Readonly<Partial<Record<ChipName, ChipName>>> = {
  raven: 'vega10',
  renoir: 'vega10',
  vega20: 'vega10',
  vangogh: 'navi21',
};

/** Returns a key that is equal for programs with the same shader and code. */
export function codeOf({ shader, instructions, epilog }: Coded): string {
  const words = [instructions, epilog?.instructions ?? []].map((part) =>
    part.map((instruction) => instruction.words),
  );
  return JSON.stringify([shader, words]);
}

/** Returns the keys of some records. */
export function codesOf(records: readonly Coded[]): ReadonlySet<string> {
  return new Set(records.map(codeOf));
}
