import assert from 'node:assert/strict';
import { RANGES } from './ranges.js';

/** Acts after this time; Node treats one beyond a timer's range as a millisecond. */
export function after(ms: number, act: () => void): NodeJS.Timeout {
  assert(ms >= 0 && ms <= RANGES.ms.max, 'a time that reaches a timer was checked where it came in');
  return setTimeout(act, ms);
}
