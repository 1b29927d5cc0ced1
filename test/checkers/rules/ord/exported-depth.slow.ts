import { GENERATIONS, type Gfx } from '../../../../arch/index.js';
import type { DepthExport, Scenario, Transaction, Verdict } from '../../../../transactions/index.js';
import { createExportingScene } from '../../../support/exporting-scene.js';
import { checkRun } from '../../support/checked-run.js';

const TESTS = {
  DB_DEPTH_CONTROL: (1 << 1) | (1 << 2) | (7 << 4) | 1 | (7 << 8),
  DB_STENCIL_CONTROL: 3 << 4,
  DB_STENCILREFMASK: 0xffff00,
};

const CLEAR = { depth: 1, stencil: 0 } as const;

/** Creates a scenario whose two layers always pass late tests. Its shader exports `depth` to the depth target. */
function createScenario(gfx: Gfx, depth: DepthExport): Scenario {
  const scenario = createExportingScene(gfx, { exports: { depth }, samples: 2 });
  const draws = scenario.draws.map((draw) => ({ ...draw, registers: { ...draw.registers, ...TESTS } }));
  return { ...scenario, draws, depthBuffer: CLEAR };
}

/** Returns how many times ORD-10 fires after `change` is applied to each transaction of a run. */
function countFirings(scenario: Scenario, change: (t: Transaction) => Transaction): number {
  return checkRun(scenario, change).fired?.['ORD-10'] ?? 0;
}

function corruptValue(field: 'depth' | 'stencil'): (t: Transaction) => Transaction {
  return (t) => {
    if (t.kind !== 'depth-dumped') return t;
    const values = t[field].slice();
    const index = values.findIndex((value) => value !== CLEAR[field]);
    values[index] = field === 'depth' ? 0.999 : values[index]! ^ 1;
    return { ...t, [field]: values };
  };
}

describe.each(GENERATIONS)('on %s, ORD-10 fires for the final buffer', (gfx) => {
  it.each([
    ['depth', 'depth'],
    ['depth-mask', 'depth'],
    ['stencil', 'stencil'],
    ['stencil-mask', 'stencil'],
    ['depth-stencil', 'depth'],
    ['depth-stencil', 'stencil'],
    ['all', 'stencil'],
  ] as const)('if the shader exports %s and the %s is wrong', (depth, field) => {
    const scenario = createScenario(gfx, depth);
    expect(countFirings(scenario, (t) => t)).toBe(0);
    expect(countFirings(scenario, corruptValue(field))).toBe(1);
  });
});

it.each(['mask', 'stencil-mask', 'depth-mask', 'all'] as const)(
  'ORD-10 fires for late tests on samples masked out by an exported %s',
  (depth) => {
    const testAllSamples = (t: Transaction): Transaction =>
      t.kind === 'depth-tested' && t.stage === 'late' ? { ...t, before01: -1, after01: -1 } : t;
    const isMasked = ({ violations }: Verdict): boolean =>
      violations.some(({ rule, allowed }) => rule === 'ORD-10' && allowed.includes('the samples the shader'));
    for (const gfx of GENERATIONS)
      expect(isMasked(checkRun(createScenario(gfx, depth), testAllSamples))).toBe(true);
  },
);

it('does not check samples whose exported values are missing', () => {
  const { fired } = checkRun(createScenario('gfx10.3', 'depth-stencil'), (t) =>
    t.kind === 'export-granted' ? undefined : corruptValue('depth')(t),
  );
  expect(fired?.['ORD-10'] ?? 0).toBe(0);
});
