import { expect, test } from 'vitest';
import { createScoreboards } from '../../../../checkers/index.js';
import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { findSequence } from '../../../../harness/selection/selection.js';
import { runScenario } from '../../../../rtl-model/index.js';
import type { DepthTested, Scenario, Verdict } from '../../../../transactions/index.js';

const corpus = openCorpus();
const SEEDS = ['0x11', '0x2d0', '0x3b7', '0x4c1', '0x5a9', '0x6e3'];

/** Bits of DB_SHADER_CONTROL that the tests set: depth orders, kill, both EXEC bits and depth ahead of the shader. */
const CONTROL_BITS = (3 << 4) | (1 << 6) | (1 << 9) | (1 << 10) | (1 << 12);
const KILL = 1 << 6;
const EXEC_ON_HIER_FAIL = 1 << 9;

const CONTROLS = {
  'late, and all run': EXEC_ON_HIER_FAIL | KILL,
  'late, and fragments that certainly fail may be dropped': KILL,
  'early, then late': (1 << 4) | KILL,
  'again late': (2 << 4) | KILL,
  'early, then again late': (3 << 4) | KILL,
  'ahead of the shader': 1 << 12,
};

function scenarioOf(seed: string, control: number): Scenario {
  const scenario = findSequence('depth_tests').generate({ seed, corpus, knobs: {}, faults: [] });
  const draws = scenario.draws.map((draw) => ({
    ...draw,
    registers: {
      ...draw.registers,
      DB_SHADER_CONTROL: (draw.registers.DB_SHADER_CONTROL & ~CONTROL_BITS) | control,
    },
  }));
  return { ...scenario, draws };
}

/** Verdict on a run whose reported depth tests are changed. */
function verdictOn(scenario: Scenario, change: (t: DepthTested) => DepthTested = (t) => t): Verdict {
  const scoreboards = createScoreboards(scenario);
  runScenario(scenario, (t) => scoreboards.observe(t.kind === 'depth-tested' ? change(t) : t));
  return scoreboards.finish();
}

test.each(Object.entries(CONTROLS))('model and judge agree about tests that are %s', (_, control) => {
  let armed = 0;
  for (const seed of SEEDS) {
    const verdict = verdictOn(scenarioOf(seed, control));
    const found = verdict.violations.filter(({ rule }) => rule === 'ORD-10' || rule === 'LAUNCH-06');
    expect(found).toEqual([]);
    expect(verdict.unchecked.map(({ rule }) => rule)).not.toContain('ORD-10');
    armed += verdict.armed['ORD-10'] ?? 0;
  }
  expect(armed).toBeGreaterThan(500);
});

test('a device that passes failing fragments is found', () => {
  const generous = (t: DepthTested): DepthTested => ({ ...t, after01: t.before01, after23: t.before23 });
  const fired = SEEDS.flatMap((seed) => verdictOn(scenarioOf(seed, 1 << 12), generous).violations);
  expect(fired.map(({ rule }) => rule)).toContain('ORD-10');
});
