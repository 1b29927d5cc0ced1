import { FIRST_BACKGROUND_WAVE, type Transaction } from '../../../../transactions/index.js';
import { createVertexScene, INSTANCED_DRAW } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';

const scenario = createVertexScene('navi21', INSTANCED_DRAW, { interval: 1 }, { exportBuses: 1 });
const isVertexExport = (t: Transaction): boolean =>
  t.kind === 'export-granted' && t.wave >= FIRST_BACKGROUND_WAVE;
const findFiredRules = (change: (t: Transaction) => Transaction | undefined): string[] =>
  Object.keys(checkRun(scenario, change).fired ?? {});

test('allows positions from vertex waves to overtake parameters on the bus', () => {
  const { fired, armed } = checkRun(scenario);
  expect(fired).toEqual({});
  expect(armed['EXP-09']).toBeGreaterThan(10);
});

test('fires for a wrong word in one lane, and for a lost export', () => {
  const changeWord = (t: Transaction): Transaction => {
    if (t.kind !== 'export-granted' || !isVertexExport(t)) return t;
    const data = t.data.slice();
    data[0]! ^= 1;
    return { ...t, data };
  };
  expect(findFiredRules(changeWord)).toContain('EXP-09');
  let isDropped = false;
  const dropFirst = (t: Transaction): Transaction | undefined => {
    if (isDropped || !isVertexExport(t)) return t;
    isDropped = true;
    return undefined;
  };
  expect(findFiredRules(dropFirst)).toContain('EXP-09');
});

test('fires for the extra exports when one wave exports in place of others', () => {
  let firstWave: number | undefined;
  const assignToFirst = (t: Transaction): Transaction => {
    if (t.kind !== 'export-granted' || !isVertexExport(t)) return t;
    firstWave ??= t.wave;
    return { ...t, wave: firstWave };
  };
  expect(findFiredRules(assignToFirst)).toContain('EXP-09');
});

test('reports what is missing if a wave never ends', () => {
  const endlessRun = checkRun(scenario, (t) =>
    t.kind === 'wave-ended' && t.wave >= FIRST_BACKGROUND_WAVE ? undefined : t,
  );
  const missing = 'the end of every background wave';
  expect(endlessRun.unchecked).toContainEqual({ rule: 'EXP-09', missing });
});
