import { expect, test } from 'vitest';
import { FIRST_BACKGROUND_WAVE, type Transaction } from '../../../../transactions/index.js';
import { createGdsScene, createVertexScene, INSTANCED_DRAW } from '../../../support/background-scene.js';
import { checkRun } from '../../support/background-run.js';

const scenario = createVertexScene(
  'navi21',
  INSTANCED_DRAW,
  { interval: 1 },
  { positionBuffers: 2, exportBuses: 2 },
);
const findFiredRules = (change: (t: Transaction) => Transaction): string[] =>
  Object.keys(checkRun(scenario, change).fired ?? {});

test('EXP-03 does not fire for positions that go to the buffer of their front end', () => {
  const { fired, armed } = checkRun(scenario);
  expect(fired).toEqual({});
  expect(armed['EXP-03']).toBeGreaterThan(10);
});

test('EXP-03 fires when positions go to the buffer of another front end', () => {
  expect(
    findFiredRules((t) => (t.kind === 'export-granted' && t.type === 'position' ? { ...t, index: 0 } : t)),
  ).toContain('EXP-03');
});

test('EXP-03 fires when two vertex waves write the same buffer in the same cycle', () => {
  const writers = new Set<number>();
  let last = -1;
  const moveToSameCycle = (t: Transaction): Transaction => {
    if (t.kind !== 'export-granted' || t.type !== 'position') return t;
    const cycle = last >= 0 && !writers.has(t.wave) ? last : t.cycle;
    writers.add(t.wave);
    last = t.cycle;
    return { ...t, cycle };
  };
  expect(findFiredRules(moveToSameCycle)).toContain('EXP-03');
});

const crowdedScenario = createVertexScene(
  'navi21',
  INSTANCED_DRAW,
  { interval: 1 },
  { positionBuffers: 2, positionSpace: 2 },
);
/** The crowded scene without background waves. */
const { background: _, ...withoutBackground } = crowdedScenario;
const findCrowdedFiredRules = (change: (t: Transaction) => Transaction | undefined): string[] =>
  Object.keys(checkRun(crowdedScenario, change).fired ?? {});

/** Creates a change that drops the first transaction of the given kind from any background wave. */
function dropFirst(kind: Transaction['kind']): (t: Transaction) => Transaction | undefined {
  let isDropped = false;
  return (t) => {
    if (isDropped || t.kind !== kind || !('wave' in t) || t.wave < FIRST_BACKGROUND_WAVE) return t;
    isDropped = true;
    return undefined;
  };
}

test('the export rules accept vertex waves that wait for position buffer space and free it', () => {
  const { fired, armed } = checkRun(crowdedScenario);
  expect(fired).toEqual({});
  for (const rule of ['EXP-01', 'EXP-04', 'EXP-05', 'IDLE-02'] as const)
    expect(armed[rule]).toBeGreaterThan(checkRun(withoutBackground).armed[rule] ?? 0);
});

test('EXP-01 fires when a vertex wave exports before it has space', () => {
  expect(findCrowdedFiredRules(dropFirst('sx-alloc'))).toContain('EXP-01');
});

test('EXP-04 fires when position buffer space is not freed, or freed twice', () => {
  expect(findCrowdedFiredRules(dropFirst('sx-freed'))).toContain('EXP-04');
  const freed: Transaction[] = [];
  const repeatFirst = (t: Transaction): Transaction => {
    if (t.kind !== 'sx-freed' || t.wave < FIRST_BACKGROUND_WAVE) return t;
    freed.push(t);
    return freed[0]!;
  };
  expect(findCrowdedFiredRules(repeatFirst)).toContain('EXP-04');
});

test('EXP-05 fires when a vertex wave never exports with done, or exports again after it', () => {
  const setDone = (done: boolean) => (t: Transaction) =>
    t.kind === 'exported' && t.wave >= FIRST_BACKGROUND_WAVE ? { ...t, done } : t;
  expect(findCrowdedFiredRules(setDone(false))).toContain('EXP-05');
  expect(findCrowdedFiredRules(setDone(true))).toContain('EXP-05');
});

test('EXP-02 fires when a younger compute wave overtakes an older one on the way to GDS', () => {
  const busyScene = createGdsScene(
    'navi21',
    { groups: 16, groupSize: [8, 2, 16], interval: 1 },
    { exportBuses: 1 },
  );
  const { violations } = checkRun({ ...busyScene, faults: ['F145'] });
  const overtaken = violations.filter(({ rule }) => rule === 'EXP-02').map(({ place }) => place.wave ?? 0);
  expect(Math.max(...overtaken)).toBeGreaterThanOrEqual(FIRST_BACKGROUND_WAVE);
});

test.each([
  ['F169', 'EXP-04'],
  ['F170', 'EXP-04'],
  ['F171', 'IDLE-02'],
  ['F172', 'IDLE-02'],
  ['F184', 'EXP-09'],
] as const)('%s is found by %s in vertex waves', (fault, rule) => {
  expect(Object.keys(checkRun({ ...crowdedScenario, faults: [fault] }).fired ?? {})).toContain(rule);
});
