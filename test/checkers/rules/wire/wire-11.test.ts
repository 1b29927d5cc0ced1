import { expect, test } from 'vitest';
import type { Transaction, TranslationFailed } from '../../../../transactions/index.js';
import { scene } from '../../support/scenes.js';
import { firedRules, Stream } from '../../support/stream.js';

/** Whether the rule fires if a wave's access fails in cycle 100 and these transactions follow. */
function fires(action: TranslationFailed['action'], ...following: readonly Transaction[]): boolean {
  const stream = new Stream(scene({ freedoms: { xnackRate: 50, xnackLatency: [20, 40] } }));
  stream.form([{ x: 0, y: 0, primitive: 0 }]);
  const access = stream.issue({ wave: 0, cycle: 100 });
  stream.add({ kind: 'translation-failed', cycle: 100, wave: 0, pc: stream.at.load, access, action });
  for (const transaction of following) stream.add(transaction);
  return firedRules(stream.judge()).includes('WIRE-11');
}

const issued = (cycle: number): Transaction => ({
  kind: 'instructions-issued',
  cycle,
  wave: 0,
  first: 0,
  last: 0,
});

test('a wave issues nothing while its trap handler runs', () => {
  expect([fires('trap', issued(119)), fires('trap', issued(120))]).toEqual([true, false]);
  expect(fires('replay', issued(101))).toBe(false);
});

test('an unmapped access never takes effect, and its wave keeps its slot', () => {
  const data = new Int32Array(64);
  const performed: Transaction = {
    kind: 'memory-performed',
    cycle: 150,
    wave: 0,
    access: 0,
    level: 'L2',
    data,
  };
  const released: Transaction = { kind: 'resource-released', cycle: 200, wave: 0, slot: 0 };
  expect([fires('halt', performed), fires('halt', released)]).toEqual([true, true]);
  expect([fires('trap', performed), fires('trap', released), fires('halt', issued(110))]).toEqual([
    false,
    false,
    false,
  ]);
});
