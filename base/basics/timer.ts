import assert from 'node:assert/strict';
import { RANGES } from './ranges.js';

/** Calls `act` after this time, which must be within a timer's range: Node would treat a longer one as a millisecond. */
export function after(ms: number, act: () => void): NodeJS.Timeout {
  assert(ms >= 0 && ms <= RANGES.ms.max, 'times are validated before they reach a timer');
  return setTimeout(act, ms);
}
