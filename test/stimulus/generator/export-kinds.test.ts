import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chipOf, GENERATIONS, type Gfx } from '../../../arch/index.js';
import { createScoreboards } from '../../../checkers/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { programs } from '../../../stimulus/index.js';
import { DEPTH_EXPORTS, defaultFreedoms, type ProgramDescriptor } from '../../../transactions/index.js';

type Exports = ProgramDescriptor['exports'];

const CHIPS = { gfx9: 'vega10', gfx10: 'navi10', 'gfx10.3': 'navi21', gfx11: 'navi31' } as const;
const EDGE = 8;
const PLAIN: Exports = {
  colours: 1,
  conversion: 'ABGR32',
  depth: 'none',
  dualSource: false,
  toTarget: false,
};

/** One plain section, and a discard of every other pixel behind it. */
const [DRAWN] = fc.sample(
  programs.arbitrary('gfx10', { ...programs.allFeatures('gfx10'), shapes: ['plain'] }),
  {
    numRuns: 1,
    seed: 11,
  },
);
const { parts: _, ...WHOLE } = DRAWN!;

/** Words of the first colour buffer after two layers under a program with these exports, which is clean. */
function coloursOf(gfx: Gfx, exports: Partial<Exports>): number[] {
  const descriptor: ProgramDescriptor = {
    ...WHOLE,
    discards: { before: 'none', inside: 'none', after: 'pixels', message: false },
    exports: { ...PLAIN, ...exports },
    exit: gfx === 'gfx11' ? 'done' : 'message',
  };
  const layer = [0, 0, 512 * EDGE, 0, 0, 512 * EDGE] as const;
  const scenario = programs.toScenario({
    name: 'generated',
    chip: chipOf(CHIPS[gfx]),
    wave: 64,
    freedoms: defaultFreedoms(),
    width: EDGE,
    height: EDGE,
    descriptors: [descriptor],
    draws: [{ program: 0, kind: 'triangles', primitives: [layer, layer], samples: 4 }],
    colourBuffers: ['rgba32f'],
    schedule: '0x5eed',
  });
  const scoreboards = createScoreboards(scenario);
  let words: number[] = [];
  runScenario(scenario, (t) => {
    if (t.kind === 'colour-dumped') words = [...t.words];
    scoreboards.observe(t);
  });
  const { violations, uncompared } = scoreboards.finish();
  expect(violations.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(uncompared).toBe(0);
  return words;
}

const unmasked = coloursOf('gfx9', {});

describe.each(DEPTH_EXPORTS)('an export to the depth target of %s', (depth) => {
  it.each(GENERATIONS)(
    'keeps from colours on %s the samples that its mask leaves out, and no others',
    (gfx) => {
      const words = coloursOf(gfx, { depth });
      expect(words).toEqual(coloursOf('gfx10.3', { depth }));
      const kept = words.filter((word, i) => word === unmasked[i]).length;
      if (depth === 'all' || depth.includes('mask')) expect(kept).toBeLessThan(words.length);
      else expect(kept).toBe(words.length);
    },
  );
});

it('a blend with two sources gives the same on every generation, and not what one source gives', () => {
  for (const conversion of ['ABGR32', 'FP16_ABGR', 'GR32', 'AR32'] as const) {
    const exports = { colours: 2, conversion, dualSource: true } as const;
    const [first, ...others] = GENERATIONS.map((gfx) => coloursOf(gfx, exports));
    for (const other of others) expect(other).toEqual(first);
    expect(first).not.toEqual(coloursOf('gfx11', { ...exports, dualSource: false }));
  }
});
