import { chipOf, findRegisterField } from '../../../arch/index.js';
import { runScenarioTest } from '../../../harness/one-test/run-test.js';
import { coarseTests, lostSamples } from '../../../stimulus/sequences/lossy.js';
import type { Draw, Scenario } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

function generateScenario(sequence: typeof coarseTests | typeof lostSamples, low: number): Scenario {
  return drawScenario(sequence, low);
}

/** A draw, and a function that looks up its fields by name. */
interface DrawFields {
  readonly draw: Draw;
  readonly field: (name: string) => number;
}

function generateDraws(sequence: typeof coarseTests | typeof lostSamples, count: number): DrawFields[] {
  return Array.from({ length: count }, (_, low) => generateScenario(sequence, low)).flatMap(
    ({ chip, draws }) =>
      draws.map((draw) => ({
        draw,
        field: (name: string) => findRegisterField(chipOf(chip).gfx, draw.registers, name) ?? 0,
      })),
  );
}

describe.each([lostSamples, coarseTests])('draws of $name', (sequence) => {
  const draws = generateDraws(sequence, 200);
  const fraction = (predicate: (drawFields: DrawFields) => boolean): number =>
    draws.filter(predicate).length / draws.length;
  const hasControl = (name: string) => (drawFields: DrawFields) =>
    drawFields.field(`DB_SHADER_CONTROL.${name}`) !== 0;

  it('sometimes lose samples, in every possible way', () => {
    for (const name of [
      'KILL_ENABLE',
      'MASK_EXPORT_ENABLE',
      'Z_EXPORT_ENABLE',
      'Z_ORDER',
      'EXEC_ON_HIER_FAIL',
    ]) {
      expect([name, fraction(hasControl(name)) > 0.1]).toEqual([name, true]);
      expect([name, fraction(hasControl(name)) < 0.9]).toEqual([name, true]);
    }
    expect(fraction(({ draw }) => (draw.registers.DB_ALPHA_TO_MASK ?? 0) !== 0)).toBeGreaterThan(0.3);
    expect(fraction(hasControl('STENCIL_TEST_VAL_EXPORT_ENABLE'))).toBeGreaterThan(0.05);
    expect(fraction(hasControl('STENCIL_OP_VAL_EXPORT_ENABLE'))).toBeGreaterThan(0.05);
    expect(fraction(hasControl('DEPTH_BEFORE_SHADER'))).toBeGreaterThan(0.05);
  });

  it('include early depth tests, in both directions, whose result a conservative depth export cannot change', () => {
    const pairs = draws
      .filter((drawFields) => hasControl('Z_EXPORT_ENABLE')(drawFields) && hasControl('Z_ORDER')(drawFields))
      .filter(({ field }) => field('DB_DEPTH_CONTROL.STENCIL_ENABLE') === 0)
      .map(({ field }) => [
        field('DB_SHADER_CONTROL.CONSERVATIVE_Z_EXPORT'),
        field('DB_DEPTH_CONTROL.ZFUNC'),
      ]);
    for (const pair of [
      [1, 4],
      [1, 6],
      [2, 1],
      [2, 3],
    ])
      expect(pairs).toContainEqual(pair);
  });

  it('are tested late if they are ordered', () => {
    const ordered = draws.filter(({ draw }) => draw.interlock !== 'none');
    expect(ordered.length).toBeGreaterThan(50);
    for (const { field } of ordered) expect(field('DB_SHADER_CONTROL.Z_ORDER')).toBe(0);
  });

  it('write colours, with about half of the draws adding to earlier colours', () => {
    for (const { draw } of draws) expect(draw.registers.CB_SHADER_MASK).toBe(0xf);
    const added = fraction(({ draw }) => (draw.registers.CB_BLEND0_CONTROL ?? 0) !== 0);
    expect(added).toBeGreaterThan(0.3);
    expect(added).toBeLessThan(0.7);
  });
});

it('coarse fragments can be wider than tall or taller than wide, at several sample counts', () => {
  const rates = new Set(
    generateDraws(coarseTests, 100).map(
      ({ draw, field }) =>
        `${1 << field('GE_VRS_RATE.RATE_X')}x${1 << field('GE_VRS_RATE.RATE_Y')} of ${draw.samples}`,
    ),
  );
  for (const rate of ['2x1 of 1', '1x2 of 1', '2x1 of 4', '1x2 of 4', '2x2 of 2', '4x2 of 1', '2x4 of 1'])
    expect(rates).toContain(rate);
});

it.each([lostSamples, coarseTests])(
  '$name loses samples before and after the shader, without false alarms',
  (sequence) => {
    const lossCounts = { early: 0, late: 0 };
    for (let low = 0; low < 4; low++) {
      const { finding } = runScenarioTest(generateScenario(sequence, low), {
        sink: (t) => {
          if (t.kind !== 'depth-tested') return;
          if (((t.before01 & ~t.after01) | (t.before23 & ~t.after23)) !== 0) lossCounts[t.stage]++;
        },
      });
      expect(finding).toBeUndefined();
    }
    expect(lossCounts.early).toBeGreaterThan(4);
    expect(lossCounts.late).toBeGreaterThan(4);
  },
);
