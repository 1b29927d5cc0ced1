import type { ExploreMode } from '../../regression/index.js';
import type { OverrideTexts } from '../option-values.js';

/** Seconds that a search takes: the default, and the most that may be asked for. */
export const SEARCH_SECONDS = { default: 60, max: 86_400 };
/** States that one search can be told to keep. */
export const STATES_MAX = 100_000_000;
const MS_PER_SECOND = 1000;

/** Options of `explore`. */
export interface ExploreValues extends OverrideTexts {
  readonly waves?: number;
  readonly pixels?: string;
  readonly seconds?: number;
  readonly sameClock?: boolean;
  readonly histories?: boolean;
  readonly states?: number;
  readonly mode?: ExploreMode;
  readonly resume?: string;
  readonly require?: 'complete';
  readonly json?: boolean;
}

/** How long one search may take, in milliseconds. */
export function searchMs({ seconds = SEARCH_SECONDS.default }: ExploreValues): number {
  return seconds * MS_PER_SECOND;
}
