import assert from 'node:assert/strict';
import { RANGES } from './ranges.js';

/** Acts after this time; Node treats one beyond a timer's range as a millisecond. */
export function after(ms: number, act: () => void): NodeJS.Timeout {
  assert(ms >= 0 && ms <= RANGES.ms.max, 'times are validated before they reach a timer');
  return setTimeout(act, ms);
}
