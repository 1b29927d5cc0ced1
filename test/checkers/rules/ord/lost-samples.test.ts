import type { DepthTested, Scenario, Transaction, Violation } from '../../../../transactions/index.js';
import { buildScene } from '../../../rtl-model/support/run-program.js';
import { deepCopy } from '../../../support/deep-copy.js';
import { checkRun } from '../../support/checked-run.js';

const ABGR_32 = 9;
const KILL_ENABLE = 1 << 6;
const MASK_EXPORT = 1 << 8;

const LATE_TESTS = { DB_DEPTH_CONTROL: 2 | 4 | (7 << 4), DB_SHADER_CONTROL: 1 << 9 };

const DISCARD_ODD_LANES = 's_mov_b32 exec_lo, 0x55555555\n  s_mov_b32 exec_hi, 0x55555555';

const COLOUR = `v_mov_b32_e32 v4, 0.5
  exp mrt0 v4, v4, v4, v4 done vm
  s_endpgm`;

interface SampleCase {
  readonly program: string;
  readonly registers: Readonly<Record<string, number>>;
  readonly samples?: Scenario['draws'][0]['samples'];
}

function createScene({ program, registers, samples = 1 }: SampleCase): Scenario {
  const formats = { SPI_SHADER_COL_FORMAT: ABGR_32, SPI_SHADER_Z_FORMAT: ABGR_32 };
  const scene = buildScene(program, { registers: { ...formats, ...registers } });
  return {
    ...scene,
    draws: scene.draws.map((draw) => ({ ...draw, samples })),
    depthBuffer: { depth: 1, stencil: 0 },
  };
}

/** Returns the ORD-10 violations in a run after `change` has replaced each late test. */
function findViolations(scenario: Scenario, change: (t: DepthTested) => readonly Transaction[]): Violation[] {
  const { violations } = checkRun(scenario, (t) =>
    t.kind === 'depth-tested' && t.stage === 'late' ? change(deepCopy(t)) : t,
  );
  return violations.filter(({ rule }) => rule === 'ORD-10');
}

const SCENES: Readonly<Record<string, SampleCase>> = {
  'a discard': {
    program: `${DISCARD_ODD_LANES}\n  ${COLOUR}`,
    registers: { ...LATE_TESTS, DB_SHADER_CONTROL: LATE_TESTS.DB_SHADER_CONTROL | KILL_ENABLE },
  },
  'a discard that follows an export': {
    program: `exp mrtz v0, off, off, off\n  ${DISCARD_ODD_LANES}\n  ${COLOUR}`,
    registers: { ...LATE_TESTS, DB_SHADER_CONTROL: LATE_TESTS.DB_SHADER_CONTROL | KILL_ENABLE },
  },
  'an exported mask': {
    program: `v_mov_b32_e32 v5, 5\n  exp mrtz off, off, v5, off\n  ${COLOUR}`,
    registers: { ...LATE_TESTS, DB_SHADER_CONTROL: LATE_TESTS.DB_SHADER_CONTROL | MASK_EXPORT },
    samples: 4,
  },
  'an alpha of 0.5': { program: COLOUR, registers: { ...LATE_TESTS, DB_ALPHA_TO_MASK: 1 }, samples: 4 },
  'an alpha of 0.5 for the pixels of a coarse fragment': {
    program: COLOUR,
    registers: { ...LATE_TESTS, DB_ALPHA_TO_MASK: 1, GE_VRS_RATE: 1 | (1 << 4) },
    samples: 2,
  },
};

describe.each(Object.entries(SCENES))('after %s', (_, testCase) => {
  const scenario = createScene(testCase);

  it('accepts tests of the remaining samples', () => {
    let partialQuads = 0;
    expect(
      findViolations(scenario, (t) => {
        if (t.before01 !== -1) partialQuads++;
        return [t];
      }),
    ).toEqual([]);
    expect(partialQuads).toBeGreaterThan(0);
  });

  it('rejects tests of removed samples', () => {
    const [violation] = findViolations(scenario, (t) => [{ ...t, before01: -1, after01: -1 }]);
    expect(violation?.allowed).toContain('exactly the samples the shader kept');
  });

  it('requires every remaining sample to be tested', () => {
    const [violation] = findViolations(scenario, (t) => {
      const lowestSample = t.before01 & -t.before01;
      return [{ ...t, before01: t.before01 & ~lowestSample, after01: t.after01 & ~lowestSample }];
    });
    expect(violation?.allowed).toContain('exactly the samples the shader kept');
  });

  it('requires every remaining quad to be tested before the run ends', () => {
    let isFirst = true;
    const violations = findViolations(scenario, (t) => {
      const isSkipped = isFirst && t.before01 !== 0;
      if (isSkipped) isFirst = false;
      return isSkipped ? [] : [t];
    });
    expect(violations.map(({ allowed }) => allowed)).toContainEqual(
      expect.stringMatching(/samples of primitive \d+ are tested after its shader/),
    );
  });
});

it('does not check sample coverage if alpha is NaN', () => {
  const program = COLOUR.replace('v4, 0.5', 'v4, 0x7fc00000');
  const scenario = createScene({ program, registers: { ...LATE_TESTS, DB_ALPHA_TO_MASK: 1 }, samples: 4 });
  expect(findViolations(scenario, (t) => [t])).toEqual([]);
  const violations = findViolations(scenario, (t) => [{ ...t, before01: 3, after01: 3 }]);
  expect(violations.filter(({ allowed }) => allowed.includes('samples that the shader'))).toEqual([]);
});
