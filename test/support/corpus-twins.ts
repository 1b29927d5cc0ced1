import type { ChipName } from '../../arch/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';

type Coded = Pick<CorpusRecord, 'shader' | 'instructions' | 'epilog'>;

/** Each chip's twin, if another chip shares code with it: tests do less for a program whose code is the twin's. */
export const TWINS: Readonly<Partial<Record<ChipName, ChipName>>> = {
  raven: 'vega10',
  renoir: 'vega10',
  vega20: 'vega10',
  vangogh: 'navi21',
};

/** Equal for equal shader code. */
export function codeOf({ shader, instructions, epilog }: Coded): string {
  const words = [instructions, epilog?.instructions ?? []].map((each) => each.map((one) => one.words));
  return JSON.stringify([shader, words]);
}

/** The codes of some records. */
export function codesOf(records: readonly Coded[]): ReadonlySet<string> {
  return new Set(records.map(codeOf));
}
