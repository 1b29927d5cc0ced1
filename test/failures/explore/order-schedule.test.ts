import { RULES } from '../../../checkers/index.js';
import { makeSmallScene, readPixels } from '../../../failures/explore/small-scene.js';
import { replayScenario } from '../../../harness/one-test/replay.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import type { Scenario } from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';

const makeScene = (pixels: string, changes: Partial<Scenario> = {}): Scenario => ({
  ...makeSmallScene(drawTest('rmw_buffer', '0x1', { chips: ['navi21'] }), pixels),
  ...changes,
});

const randomOrder: Scenario['schedule'] = { strategy: 'order', choices: [1, 0, 1], rest: '0x5' };

it('replays a recorded event order exactly', () => {
  const result = replayScenario(makeScene('AAA', { schedule: randomOrder }));
  expect(result).toMatchObject({ finding: undefined, repeatable: true, run: { waves: 3 } });
  expect(result.run.choices!.slice(0, 3)).toEqual([1, 0, 1]);
  expect(result.run.choices!.slice(3).some((choice) => choice > 0)).toBe(true);
});

it('skips rules that compare cycles when replaying an event order, and lists them', () => {
  const { verdict } = runScenarioTest(makeScene('AA', { schedule: randomOrder }));
  const timedRules = RULES.filter((rule) => rule.timed === true).map(({ id }) => id);
  expect(verdict.leftOut).toEqual(timedRules);
  expect(verdict.armed['ORD-01']).toBeGreaterThan(0);
  expect(timedRules.filter((id) => id in verdict.armed)).toEqual([]);
});

it('puts waves with the same letter on one pixel, and puts others in the next quad', () => {
  const { draws } = makeScene('ABA');
  const corners = [0, 6, 12].map((start) => draws[0]!.vertices.slice(start, start + 2));
  expect(corners).toEqual([
    [0, 0],
    [512, 0],
    [0, 0],
  ]);
});

it('puts waves with lower-case letters on pixels of a second packer', () => {
  const { draws, freedoms } = makeScene('Ab');
  expect(draws[0]!.vertices.slice(6, 8)).toEqual([(freedoms.regionSize + 2) * 256, 0]);
  expect(freedoms.packers).toBe(2);
  expect(makeScene('AB').freedoms.packers).toBe(1);
});

it('reads --pixels, which defaults to AAA, and rejects invalid strings', () => {
  expect(readPixels('ABA')).toBe('ABA');
  expect(readPixels()).toBe('AAA');
  expect(() => readPixels('ABZ')).toThrow('Invalid --pixels "ABZ": expected letters from A to D');
});
