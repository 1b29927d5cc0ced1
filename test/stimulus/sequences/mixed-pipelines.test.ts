import { runScenario } from '../../../rtl-model/index.js';
import { mixedPipelines } from '../../../stimulus/sequences/mixed-pipelines.js';
import type { Scenario } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

function generateScenario(low: number): Scenario {
  return drawScenario(mixedPipelines, low);
}

/** Returns the names of the draws' programs, in order. */
const programNames = ({ draws, programs }: Scenario): string[] =>
  draws.map(({ program }) => programs[program].name);

test('mixed_pipelines varies the program, sample count and interlock, and mixes in draws that have no section', () => {
  const scenarios = Array.from({ length: 60 }, (_, low) => generateScenario(low));
  const countChanging = (getValue: (draw: Scenario['draws'][number]) => unknown) =>
    scenarios.filter(({ draws }) =>
      draws.some((draw, i) => i > 0 && getValue(draw) !== getValue(draws[i - 1])),
    ).length;
  expect(countChanging(({ program }) => program)).toBeGreaterThan(40);
  expect(countChanging(({ samples }) => samples)).toBeGreaterThan(40);
  const interlocks = new Set(scenarios.flatMap(({ draws }) => draws.map(({ interlock }) => interlock)));
  expect([...interlocks].sort()).toEqual([
    'pixel-ordered',
    'pixel-unordered',
    'sample-ordered',
    'sample-unordered',
  ]);
  const withPlainDraws = scenarios.filter((scenario) =>
    /fold,plain,(plain,)*(mixed_pipelines|other_fold)/.test(programNames(scenario).join(',')),
  );
  expect(withPlainDraws.length).toBeGreaterThan(5);
});

test('mixed_pipelines runs waves of different programs concurrently', () => {
  const hasConcurrentPrograms = (scenario: Scenario): boolean => {
    const programByWave = new Map<number, number>();
    let isConcurrent = false;
    runScenario(scenario, (t) => {
      if (t.kind === 'wave-formed') programByWave.set(t.wave, scenario.draws[t.draw].program);
      if (t.kind === 'wave-ended') programByWave.delete(t.wave);
      isConcurrent ||= new Set(programByWave.values()).size > 1;
    });
    return isConcurrent;
  };
  expect(Array.from({ length: 6 }, (_, low) => hasConcurrentPrograms(generateScenario(low)))).toContain(true);
});
