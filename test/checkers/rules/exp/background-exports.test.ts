import { FIRST_BACKGROUND_WAVE, type Transaction } from '../../../../transactions/index.js';
import { createGdsScene, createVertexScene, INSTANCED_DRAW } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';

const scenario = createVertexScene(
  'navi21',
  INSTANCED_DRAW,
  { interval: 1 },
  { positionBuffers: 2, exportBuses: 2 },
);
const findFiredRules = (change: (t: Transaction) => Transaction): string[] =>
  Object.keys(checkRun(scenario, change).fired ?? {});

test("EXP-03 does not fire for positions that go to their front end's buffer", () => {
  const { fired, armed } = checkRun(scenario);
  expect(fired).toEqual({});
  expect(armed['EXP-03']).toBeGreaterThan(10);
});

test("EXP-03 fires when positions go to another front end's buffer", () => {
  expect(
    findFiredRules((t) => (t.kind === 'export-granted' && t.type === 'position' ? { ...t, index: 0 } : t)),
  ).toContain('EXP-03');
});

test('EXP-03 fires when two vertex waves write the same buffer in the same cycle', () => {
  const writers = new Set<number>();
  let lastCycle = -1;
  const moveToSameCycle = (t: Transaction): Transaction => {
    if (t.kind !== 'export-granted' || t.type !== 'position') return t;
    const cycle = lastCycle >= 0 && !writers.has(t.wave) ? lastCycle : t.cycle;
    writers.add(t.wave);
    lastCycle = t.cycle;
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
const { background: _, ...scenarioWithoutBackground } = crowdedScenario;
const findFiredRulesWhenCrowded = (change: (t: Transaction) => Transaction | undefined): string[] =>
  Object.keys(checkRun(crowdedScenario, change).fired ?? {});

function dropFirst(kind: Transaction['kind']): (t: Transaction) => Transaction | undefined {
  let hasDropped = false;
  return (t) => {
    if (hasDropped || t.kind !== kind || !('wave' in t) || t.wave < FIRST_BACKGROUND_WAVE) return t;
    hasDropped = true;
    return undefined;
  };
}

test('the export rules do not fire when vertex waves wait for position buffer space and then free it', () => {
  const { fired, armed } = checkRun(crowdedScenario);
  expect(fired).toEqual({});
  for (const rule of ['EXP-01', 'EXP-04', 'EXP-05', 'IDLE-02'] as const)
    expect(armed[rule]).toBeGreaterThan(checkRun(scenarioWithoutBackground).armed[rule] ?? 0);
});

test('EXP-01 fires when a vertex wave exports before space has been allocated', () => {
  expect(findFiredRulesWhenCrowded(dropFirst('sx-alloc'))).toContain('EXP-01');
});

test('EXP-04 fires when position buffer space is not freed, or is freed twice', () => {
  expect(findFiredRulesWhenCrowded(dropFirst('sx-freed'))).toContain('EXP-04');
  const freed: Transaction[] = [];
  const repeatFirst = (t: Transaction): Transaction => {
    if (t.kind !== 'sx-freed' || t.wave < FIRST_BACKGROUND_WAVE) return t;
    freed.push(t);
    return freed[0]!;
  };
  expect(findFiredRulesWhenCrowded(repeatFirst)).toContain('EXP-04');
});

test('EXP-05 fires when a vertex wave never sets done on an export, or exports again after doing so', () => {
  const setDone = (done: boolean) => (t: Transaction) =>
    t.kind === 'exported' && t.wave >= FIRST_BACKGROUND_WAVE ? { ...t, done } : t;
  expect(findFiredRulesWhenCrowded(setDone(false))).toContain('EXP-05');
  expect(findFiredRulesWhenCrowded(setDone(true))).toContain('EXP-05');
});

test('EXP-02 fires when a younger compute wave overtakes an older one on the way to GDS', () => {
  const busyScenario = createGdsScene(
    'navi21',
    { groups: 16, groupSize: [8, 2, 16], interval: 1 },
    { exportBuses: 1 },
  );
  const { violations } = checkRun({ ...busyScenario, faults: ['F145'] });
  const overtaken = violations.filter(({ rule }) => rule === 'EXP-02').map(({ place }) => place.wave ?? 0);
  expect(Math.max(...overtaken)).toBeGreaterThanOrEqual(FIRST_BACKGROUND_WAVE);
});
