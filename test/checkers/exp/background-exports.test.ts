import { expect, test } from 'vitest';
import type { Transaction } from '../../../transactions/index.js';
import { vertexScene } from '../../support/background-scene.js';
import { verdictOf } from '../support/background-run.js';

const draw = {
  vertices: 50,
  instances: 6,
  divisors: [0, 1],
  baseVertex: 0,
  startInstance: 0,
  clamps: true,
  inputs: [[1, 2, 3], [4]],
} as const;
const scenario = vertexScene('navi21', draw, { interval: 1 }, { positionBuffers: 2, exportBuses: 2 });
const firedWith = (change: (t: Transaction) => Transaction): string[] =>
  Object.keys(verdictOf(scenario, change).fired ?? {});

test('EXP-03 keeps silent on positions that go to the buffer of their front end', () => {
  const { fired, armed } = verdictOf(scenario);
  expect(fired).toEqual({});
  expect(armed['EXP-03']).toBeGreaterThan(10);
});

test('EXP-03 fires when positions go to the buffer of the other front end', () => {
  expect(
    firedWith((t) => (t.kind === 'export-granted' && t.type === 'position' ? { ...t, index: 0 } : t)),
  ).toContain('EXP-03');
});

test('EXP-03 fires when two vertex waves write one buffer in a cycle', () => {
  const seen = new Set<number>();
  let last = -1;
  const together = (t: Transaction): Transaction => {
    if (t.kind !== 'export-granted' || t.type !== 'position') return t;
    const cycle = last >= 0 && !seen.has(t.wave) ? last : t.cycle;
    seen.add(t.wave);
    last = t.cycle;
    return { ...t, cycle };
  };
  expect(firedWith(together)).toContain('EXP-03');
});
