import { expect, it } from 'vitest';
import { readResults } from '../../../harness/run-directory/logged-result.js';
import type { RunEvent } from '../../../harness/run-directory/run-event.js';

const FAILED_EVENT = {
  event: 'failed',
  test: 'a.1',
  seed: '0x2',
  hash: null,
  outcome: 'failed',
  signature: 'ORD-06 spi gfx10.3 a',
  rule: 'ORD-06',
  waves: 3,
  summary: 'seen',
} as const satisfies RunEvent;

it.each([
  [{ signature: 'x'.repeat(17_000) }, 'the signature of a.1: it is 16.7 KiB; expected at most 16 KiB'],
  [{ rule: 'x'.repeat(17_000) }, 'the rule of a.1'],
  [{ fired: ['ORD-06 spi', 'x'.repeat(17_000)] }, 'the error of a.1'],
])('rejects a log that contains an overlong name, and explains how to read it anyway', (changes, message) => {
  const readLog = (): unknown => [...readResults([{ ...FAILED_EVENT, ...changes }])];
  expect(readLog).toThrow(`Invalid log: ${message}`);
  expect(readLog).toThrow('--limits 2 allows it');
});
