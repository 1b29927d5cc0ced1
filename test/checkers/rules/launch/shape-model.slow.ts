import { chipOf, isAtLeast } from '../../../../arch/index.js';
import { createScoreboards } from '../../../../checkers/index.js';
import { runScenario } from '../../../../rtl-model/index.js';
import type { Draw, Scenario, Verdict } from '../../../../transactions/index.js';
import { QUAD_COLUMN, RandomStream } from '../../../../transactions/index.js';
import { drawScenario } from '../../../support/drawn-scenario.js';

/** One chip each for GFX9, GFX10, GFX10.3 and GFX11. */
const CHIPS = ['vega20', 'navi10', 'navi21', 'navi31'] as const;

const SIZE = 24;
const PRIMITIVES = 6;
const SUBPIXELS = SIZE * 256;

type Corners = readonly [number, number, number, number, number, number];

/** Generators of random vertices, some of them off screen, by primitive type. */
const VERTEX_GENERATORS: Readonly<Record<number, (coordinate: () => number) => Corners>> = {
  1: (coordinate) => {
    const [x, y] = [coordinate(), coordinate()];
    return [x, y, x, y, x, y];
  },
  2: (coordinate) => {
    const [x, y] = [coordinate(), coordinate()];
    return [coordinate(), coordinate(), x, y, x, y];
  },
  4: (coordinate) => [coordinate(), coordinate(), coordinate(), coordinate(), coordinate(), coordinate()],
  17: (coordinate) => {
    const [x0, y0, x1, y1] = [coordinate(), coordinate(), coordinate(), coordinate()];
    return [x0, y0, x1, y0, x0, y1];
  },
};

const SAMPLES: readonly Draw['samples'][] = [1, 2, 4, 8, 16];

/** Randomises a draw's shapes, sample count and shading rate. */
function randomiseDraw(draw: Draw, stream: RandomStream): Draw {
  const type = [1, 2, 4, 17][stream.below(4)];
  const coordinate = (): number => stream.below(SUBPIXELS + 2048) - 1024;
  const wordsPerPrimitive = draw.parameters.length / draw.depths.length;
  return {
    ...draw,
    width: SIZE,
    height: SIZE,
    samples: SAMPLES[stream.below(SAMPLES.length)],
    vertices: Array.from({ length: PRIMITIVES }, () => VERTEX_GENERATORS[type](coordinate)).flat(),
    depths: Array.from({ length: PRIMITIVES }, () => 0.5),
    parameters: Array.from({ length: PRIMITIVES }, () => draw.parameters.slice(0, wordsPerPrimitive)).flat(),
    registers: {
      ...draw.registers,
      VGT_PRIMITIVE_TYPE: type,
      PA_SU_POINT_SIZE: stream.below(80) | (stream.below(80) << 16),
      PA_SU_LINE_CNTL: stream.below(40),
      PA_SC_LINE_CNTL: stream.below(2) << 11,
      GE_VRS_RATE: stream.below(3) | (stream.below(3) << 4),
      PA_CL_VRS_CNTL: stream.below(5) << (3 * stream.below(4)),
      PA_SC_VRS_OVERRIDE_CNTL: stream.below(5) | (stream.below(3) << 4) | (stream.below(3) << 6),
      PA_SC_VRS_SURFACE_CNTL_1: stream.below(4) === 0 ? 1 << 7 : 0,
    },
  };
}

function generateScenario(chip: (typeof CHIPS)[number], seed: number): Scenario {
  const stream = new RandomStream(`0x${(seed * 7919 + 3).toString(16)}`);
  const base = drawScenario('rmw_buffer', `0x${seed.toString(16)}`, { chips: [chip] });
  return { ...base, draws: [randomiseDraw(base.draws[0], stream), randomiseDraw(base.draws[0], stream)] };
}

function runAndCheck(scenario: Scenario): { verdict: Verdict; rates: Set<number> } {
  const scoreboards = createScoreboards(scenario);
  const rates = new Set<number>();
  runScenario(scenario, (t) => {
    scoreboards.observe(t);
    if (t.kind === 'wave-formed' && t.quadCount > 0) rates.add(t.quads[QUAD_COLUMN.RATE]);
  });
  return { verdict: scoreboards.finish(), rates };
}

test.each(CHIPS)(
  'the model and the checkers agree on primitive shapes, sample counts and coarse rates on %s',
  (chip) => {
    const rates = new Set<number>();
    for (let seed = 1; seed <= 12; seed++) {
      const run = runAndCheck(generateScenario(chip, seed));
      expect(run.verdict.violations.filter(({ rule }) => /^(ORD|LAUNCH)-/.test(rule))).toEqual([]);
      expect(run.verdict.armed['LAUNCH-06']).toBe(2 * PRIMITIVES);
      for (const rate of run.rates) rates.add(rate);
    }
    expect(rates.size > 3).toBe(isAtLeast(chipOf(chip).gfx, 'gfx11'));
  },
);
