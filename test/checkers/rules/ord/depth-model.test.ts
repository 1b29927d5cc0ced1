import type { Scenario, Transaction } from '../../../../transactions/index.js';
import { drawScenario } from '../../../support/drawn-scenario.js';
import { checkRun } from '../../support/checked-run.js';

const SEEDS = ['0x11', '0x2d0', '0x3b7', '0x4c1', '0x5a9', '0x6e3'];

/** The DB_SHADER_CONTROL bits that the tests set: Z_ORDER, KILL_ENABLE, both EXEC_ON bits and DEPTH_BEFORE_SHADER. */
const CONTROL_BITS = (3 << 4) | (1 << 6) | (1 << 9) | (1 << 10) | (1 << 12);
const KILL = 1 << 6;
const EXEC_ON_HIER_FAIL = 1 << 9;

const CONTROLS = {
  'LATE_Z that runs every fragment': EXEC_ON_HIER_FAIL | KILL,
  'LATE_Z that drops fragments that are sure to fail': KILL,
  EARLY_Z_THEN_LATE_Z: (1 << 4) | KILL,
  RE_Z: (2 << 4) | KILL,
  EARLY_Z_THEN_RE_Z: (3 << 4) | KILL,
  DEPTH_BEFORE_SHADER: 1 << 12,
};

function generateScenario(seed: string, control: number): Scenario {
  const scenario = drawScenario('depth_tests', seed);
  const draws = scenario.draws.map((draw) => ({
    ...draw,
    registers: {
      ...draw.registers,
      DB_SHADER_CONTROL: (draw.registers.DB_SHADER_CONTROL & ~CONTROL_BITS) | control,
    },
  }));
  return { ...scenario, draws };
}

test.each(Object.entries(CONTROLS))(
  'the model and the checkers agree on depth tests with %s',
  (_, control) => {
    let armedCount = 0;
    for (const seed of SEEDS) {
      const verdict = checkRun(generateScenario(seed, control));
      const violations = verdict.violations.filter(({ rule }) => rule === 'ORD-10' || rule === 'LAUNCH-06');
      expect(violations).toEqual([]);
      expect(verdict.unchecked.map(({ rule }) => rule)).not.toContain('ORD-10');
      armedCount += verdict.armed['ORD-10'] ?? 0;
    }
    expect(armedCount).toBeGreaterThan(500);
  },
);

test('ORD-10 fires for a device that passes failing fragments', () => {
  const passAll = (t: Transaction) =>
    t.kind === 'depth-tested' ? { ...t, after01: t.before01, after23: t.before23 } : t;
  const violations = SEEDS.flatMap((seed) => checkRun(generateScenario(seed, 1 << 12), passAll).violations);
  expect(violations.map(({ rule }) => rule)).toContain('ORD-10');
});
