import { describe, expect, it } from 'vitest';
import { GENERATIONS, type Gfx } from '../../../../arch/index.js';
import { createScoreboards } from '../../../../checkers/index.js';
import { runScenario } from '../../../../rtl-model/index.js';
import type { DepthExport, Scenario, Transaction, Verdict } from '../../../../transactions/index.js';
import { exportingScene } from '../../../support/exporting-scene.js';

/** Registers that write every depth and replace the stencil with the tested value. */
const TESTS = {
  DB_DEPTH_CONTROL: (1 << 1) | (1 << 2) | (7 << 4) | 1 | (7 << 8),
  DB_STENCIL_CONTROL: 3 << 4,
  DB_STENCILREFMASK: 0xffff00,
};

const CLEAR = { depth: 1, stencil: 0 } as const;

/** A scene with two layers and late tests that always pass, whose shader exports `depth` to the depth target. */
function sceneOf(gfx: Gfx, depth: DepthExport): Scenario {
  const scenario = exportingScene(gfx, { exports: { depth }, samples: 2 });
  const draws = scenario.draws.map((draw) => ({ ...draw, registers: { ...draw.registers, ...TESTS } }));
  return { ...scenario, draws, depthBuffer: CLEAR };
}

/** Judges a run whose transactions are changed. */
function verdictOn(scenario: Scenario, change: (t: Transaction) => Transaction): Verdict {
  const scoreboards = createScoreboards(scenario);
  runScenario(scenario, (t) => scoreboards.observe(change(t)));
  return scoreboards.finish();
}

/** How often ORD-10 fires on a run whose transactions are changed. */
function firedCount(scenario: Scenario, change: (t: Transaction) => Transaction): number {
  return verdictOn(scenario, change).fired?.['ORD-10'] ?? 0;
}

/** Creates a change that corrupts one of the shader's values in the final buffer. */
function withWrongValue(field: 'depth' | 'stencil'): (t: Transaction) => Transaction {
  return (t) => {
    if (t.kind !== 'depth-dumped') return t;
    const values = t[field].slice();
    const at = values.findIndex((value) => value !== CLEAR[field]);
    values[at] = field === 'depth' ? 0.999 : values[at]! ^ 1;
    return { ...t, [field]: values };
  };
}

describe.each(GENERATIONS)('on %s, the final buffer is judged', (gfx) => {
  it.each([
    ['depth', 'depth'],
    ['depth-mask', 'depth'],
    ['stencil', 'stencil'],
    ['stencil-mask', 'stencil'],
    ['depth-stencil', 'depth'],
    ['depth-stencil', 'stencil'],
    ['all', 'stencil'],
  ] as const)('where the shader exports %s, by its %s', (depth, field) => {
    const scenario = sceneOf(gfx, depth);
    expect(firedCount(scenario, (t) => t)).toBe(0);
    expect(firedCount(scenario, withWrongValue(field))).toBe(1);
  });
});

it.each(['mask', 'stencil-mask', 'depth-mask', 'all'] as const)(
  'late tests of samples removed by an exported %s are judged',
  (depth) => {
    const masked = (t: Transaction): Transaction =>
      t.kind === 'depth-tested' && t.stage === 'late' ? { ...t, before01: -1, after01: -1 } : t;
    const isMasked = ({ violations }: Verdict): boolean =>
      violations.some(
        ({ rule, allowed }) => rule === 'ORD-10' && allowed.includes('samples that the shader left'),
      );
    for (const gfx of GENERATIONS) expect(isMasked(verdictOn(sceneOf(gfx, depth), masked))).toBe(true);
  },
);

it('samples whose exported values are missing are not judged', () => {
  const scenario = sceneOf('gfx10.3', 'depth-stencil');
  const scoreboards = createScoreboards(scenario);
  runScenario(scenario, (t) => {
    if (t.kind !== 'export-granted') scoreboards.observe(withWrongValue('depth')(t));
  });
  expect(scoreboards.finish().fired?.['ORD-10'] ?? 0).toBe(0);
});
