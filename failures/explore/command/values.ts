import { quoteShellWord } from '../../../harness/basics/index.js';
import type { OverrideStrings } from '../../../harness/options/index.js';

/** The default time limit of a search, in milliseconds. */
const DEFAULT_SEARCH_MS = 60_000;

/** The options of `explore`. */
export interface ExploreValues extends OverrideStrings {
  readonly pixels?: string;
  /** The time limit, in milliseconds. */
  readonly time?: number;
  readonly sameClock?: boolean;
  readonly require?: 'complete';
  readonly json?: boolean;
}

/** Returns the time limit of one search, in milliseconds. */
export function getSearchMs({ time = DEFAULT_SEARCH_MS }: ExploreValues): number {
  return time;
}

/** Returns the command-line arguments that repeat the search. */
export function getRepeatArguments(name: string, values: ExploreValues): readonly string[] {
  const { chip, pixels, fault, set = [], time, sameClock } = values;
  return [
    quoteShellWord(name),
    ...(chip === undefined ? [] : [`--chip ${chip.join()}`]),
    ...(pixels === undefined ? [] : [`--pixels ${pixels}`]),
    ...(fault === undefined ? [] : [`--fault ${fault.join()}`]),
    ...set.map((setting) => `--set ${quoteShellWord(setting)}`),
    ...(sameClock === true ? ['--same-clock'] : []),
    ...(time === undefined ? [] : [`--time ${time / 1000}s`]),
    ...(values.require === undefined ? [] : [`--require ${values.require}`]),
  ];
}
