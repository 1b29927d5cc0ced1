import { shellWord } from '../../regression/index.js';
import type { OverrideTexts } from '../option-values.js';

/** Seconds that a search takes: the default, and the most that may be asked for. */
export const SEARCH_SECONDS = { default: 60, max: 86_400 };
const MS_PER_SECOND = 1000;

/** Options of `explore`. */
export interface ExploreValues extends OverrideTexts {
  readonly pixels?: string;
  readonly seconds?: number;
  readonly sameClock?: boolean;
  readonly require?: 'complete';
  readonly json?: boolean;
}

/** How long one search may take, in milliseconds. */
export function searchMs({ seconds = SEARCH_SECONDS.default }: ExploreValues): number {
  return seconds * MS_PER_SECOND;
}

/** The words of a command line that searches the same. */
export function wordsOf(what: string, values: ExploreValues): readonly string[] {
  const { chip, pixels, fault, set = [], seconds, sameClock } = values;
  return [
    shellWord(what),
    ...(chip === undefined ? [] : [`--chip ${chip.join()}`]),
    ...(pixels === undefined ? [] : [`--pixels ${pixels}`]),
    ...(fault === undefined ? [] : [`--fault ${fault.join()}`]),
    ...set.map((setting) => `--set ${shellWord(setting)}`),
    ...(sameClock === true ? ['--same-clock'] : []),
    ...(seconds === undefined ? [] : [`--seconds ${seconds}`]),
    ...(values.require === undefined ? [] : [`--require ${values.require}`]),
  ];
}
