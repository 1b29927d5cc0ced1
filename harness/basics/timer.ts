import assert from 'node:assert/strict';
import { RANGES } from './ranges.js';

/** Calls `callback` after `ms` milliseconds, at most a timer's maximum: Node cuts longer delays to one millisecond. */
export function runAfter(ms: number, callback: () => void): NodeJS.Timeout {
  assert(ms >= 0 && ms <= RANGES.ms.max, 'times must be validated before they reach a timer');
  return setTimeout(callback, ms);
}
