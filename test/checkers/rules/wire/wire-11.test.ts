import { expect, test } from 'vitest';
import type { Transaction, TranslationFailed } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

/** Returns whether the rule fires if an access issued in cycle 100 fails and the given transactions follow. */
function fires(action: TranslationFailed['action'], ...following: readonly Transaction[]): boolean {
  const createFailure = (access: number, pc: number): Transaction => ({
    kind: 'translation-failed',
    cycle: 100,
    wave: 0,
    pc,
    access,
    action,
  });
  return firesAfter(50, createFailure, ...following);
}

/**
 * Returns whether the rule fires if an access is issued in cycle 100 and the given transactions follow, while
 * `xnackRate` percent of accesses fail.
 */
function firesAfter(
  xnackRate: number,
  createFailure: ((access: number, pc: number) => Transaction) | undefined,
  ...following: readonly Transaction[]
): boolean {
  const stream = new Stream(scene({ freedoms: { xnackRate, xnackLatency: [20, 40] } }));
  stream.form([{ x: 0, y: 0, primitive: 0 }]);
  const access = stream.issue({ wave: 0, cycle: 100 });
  if (createFailure !== undefined) stream.add(createFailure(access, stream.at.load));
  for (const transaction of following) stream.add(transaction);
  return listFiredRules(stream.judge()).includes('WIRE-11');
}

const createIssue = (cycle: number): Transaction => ({
  kind: 'instructions-issued',
  cycle,
  wave: 0,
  first: 0,
  last: 0,
});

test('a wave must not issue anything while its trap handler runs', () => {
  expect([fires('trap', createIssue(119)), fires('trap', createIssue(120))]).toEqual([true, false]);
  expect(fires('replay', createIssue(101))).toBe(false);
});

const createPerformed = (cycle: number): Transaction => ({
  kind: 'memory-performed',
  cycle,
  wave: 0,
  access: 0,
  level: 'L2',
  data: new Int32Array(64),
});

test('an access must not take effect before its translation is retried', () => {
  expect([fires('replay', createPerformed(119)), fires('replay', createPerformed(120))]).toEqual([
    true,
    false,
  ]);
});

test('no access may succeed at once if every first translation fails', () => {
  expect([
    firesAfter(100, undefined, createPerformed(150)),
    firesAfter(99, undefined, createPerformed(150)),
  ]).toEqual([true, false]);
});

test('an unmapped access must never take effect, and its wave must keep its slot', () => {
  const performed = createPerformed(150);
  const released: Transaction = { kind: 'resource-released', cycle: 200, wave: 0, slot: 0 };
  expect([fires('halt', performed), fires('halt', released)]).toEqual([true, true]);
  expect([fires('trap', performed), fires('trap', released), fires('halt', createIssue(110))]).toEqual([
    false,
    false,
    false,
  ]);
});
