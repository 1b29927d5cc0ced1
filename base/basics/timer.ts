import assert from 'node:assert/strict';
import { RANGES } from './ranges.js';

/**
 * Calls `callback` after `ms` milliseconds, which must be within the range of a timer: Node would treat anything
 * longer as one millisecond.
 */
export function runAfter(ms: number, callback: () => void): NodeJS.Timeout {
  assert(ms >= 0 && ms <= RANGES.ms.max, 'times are validated before they reach a timer');
  return setTimeout(callback, ms);
}
