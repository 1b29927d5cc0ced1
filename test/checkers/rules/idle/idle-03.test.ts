import { computeDrainBound } from '../../../../checkers/rules/idle/drain-bound.js';
import type { Transaction } from '../../../../transactions/index.js';
import { createGroupedScene } from '../../../support/background-scene.js';
import { checkRun } from '../../support/checked-run.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const SCENARIO = scene({ freedoms: { loadLatency: [900, 900] } });

/** The longest pause, in cycles, that the latencies in the scenario allow. */
const BOUND = computeDrainBound(SCENARIO, 0, 0);

/** Returns a stream where a wave loads from memory, and the number of that access. By default, the draw has ended. */
function createLoadingWave({ ends = true } = {}): [stream: Stream, access: number] {
  const stream = new Stream(SCENARIO)
    .form([{ x: 0, y: 0, primitive: 0 }])
    .setPacker(0)
    .run(0, 0, 0);
  const access = stream.issue({ wave: 0 });
  if (ends) stream.add({ kind: 'draw-end', cycle: stream.cycle + 1, draw: 0 });
  return [stream, access];
}

test('fires when nothing happens for longer than the sum of all latencies, but not for exactly that long', () => {
  const performAfter = (cycles: number) => {
    const [stream, access] = createLoadingWave();
    stream.cycle += cycles - 1;
    return stream.perform(0, access).judge();
  };
  expect(listFiredRules(performAfter(BOUND))).toEqual([]);
  const verdict = performAfter(BOUND + 1);
  expect(listFiredRules(verdict)).toEqual(['IDLE-03']);
  expect(verdict.violations[0].steps[0]).toMatch(
    /^wave 0 .* is waiting for the access issued at pc .* in cycle 4$/,
  );
});

test('does not fire for pauses before the stimulus has ended, or for an idle device', () => {
  const [unfinishedStream, access] = createLoadingWave({ ends: false });
  unfinishedStream.cycle += 2 * BOUND;
  expect(listFiredRules(unfinishedStream.perform(0, access).judge())).not.toContain('IDLE-03');
  const [idleStream] = createLoadingWave();
  idleStream.cycle += 2 * BOUND;
  expect(listFiredRules(idleStream.quiesce().judge())).not.toContain('IDLE-03');
});

test('fires for a device that did nothing until its run was stopped, unless it only waits for a wave to fill up', () => {
  const { formationTimeout } = SCENARIO.freedoms;
  const stopAfter = (cycles: number, ...before: readonly Transaction[]) => {
    const stream = new Stream(SCENARIO);
    for (const transaction of before) stream.add(transaction);
    const cycle = stream.cycle + cycles;
    return stream.add({ kind: 'stopped', cycle, budget: 'cycles', limit: 0 }).judge();
  };
  const primitive = { kind: 'primitive', cycle: 1, draw: 0, primitive: 0 } as const;
  expect(listFiredRules(stopAfter(BOUND + formationTimeout, primitive))).toEqual([]);
  const { violations } = stopAfter(BOUND + formationTimeout + 1, primitive);
  expect(violations.map(({ rule, place, steps }) => [rule, place, steps[0]])).toEqual([
    ['IDLE-03', { draw: 0 }, 'draw 0 has not ended'],
  ]);
  const ended = { kind: 'draw-end', cycle: 2, draw: 0 } as const;
  expect(listFiredRules(stopAfter(2 * BOUND + formationTimeout, primitive, ended))).not.toContain('IDLE-03');
});

test('waits for the last background wave, and reports one that is never released', () => {
  const cleanScenario = createGroupedScene('navi21', { start: 300_000 });
  expect(listFiredRules(checkRun(cleanScenario))).toEqual([]);
  const verdict = checkRun({ ...cleanScenario, faults: ['F185'] });
  expect(listFiredRules(verdict)).toEqual(['IDLE-03']);
  expect(verdict.violations[0].steps[0]).toMatch(
    /^compute wave .* has ended and is waiting for its resources to be released$/,
  );
});

test('waits for the end of the last draw', () => {
  const twoDrawScenario = scene({ freedoms: { loadLatency: [900, 900] }, moreDraws: [{}] });
  const findRulesAfterEnds = (draws: readonly number[]): string[] => {
    const stream = new Stream(twoDrawScenario)
      .form([{ x: 0, y: 0, primitive: 0 }])
      .setPacker(0)
      .run(0, 0, 0);
    const access = stream.issue({ wave: 0 });
    for (const draw of draws) stream.add({ kind: 'draw-end', cycle: stream.cycle + 1, draw });
    stream.cycle += BOUND;
    return listFiredRules(stream.perform(0, access).judge());
  };
  expect(findRulesAfterEnds([0])).not.toContain('IDLE-03');
  expect(findRulesAfterEnds([0, 1])).toContain('IDLE-03');
});
