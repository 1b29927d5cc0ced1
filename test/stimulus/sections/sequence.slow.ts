import { CHIPS, GENERATIONS } from '../../../arch/index.js';
import { createScoreboards } from '../../../checkers/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { runScenario } from '../../../rtl-model/index.js';
import { Test } from '../../../stimulus/kit/test.js';
import { illegalReason } from '../../../stimulus/sections/legality.js';
import { generateSectionScenario, sections } from '../../../stimulus/sections/sequence.js';
import type { Scenario } from '../../../transactions/index.js';
import { formatSeed, SECTION_PLACEMENTS } from '../../../transactions/index.js';
import { checkRun } from '../../checkers/support/checked-run.js';

const corpus = openCorpus();

const EDGE = 16;
const LAYERS = 5;
const TRIANGLES = 4;

const makeRequest = (low: number) => ({ seed: formatSeed({ high: 9, low }), corpus, knobs: {}, faults: [] });

/**
 * Replaces all draws with one that layers a few triangles over a small area, using the first draw's state. That is
 * enough to see what a program does.
 */
function shrinkToSmallDraw(scenario: Scenario): Scenario {
  const [draw] = scenario.draws;
  const words = draw.parameters.length / draw.depths.length;
  const layers = Array.from({ length: LAYERS }, () => draw.parameters.slice(0, words));
  const smallDraw = {
    ...draw,
    width: EDGE,
    height: EDGE,
    registers: { ...draw.registers, VGT_PRIMITIVE_TYPE: TRIANGLES },
    vertices: layers.flatMap(() => [0, 0, 512 * EDGE, 0, 0, 512 * EDGE]),
    depths: layers.map(() => 0),
    parameters: layers.flatMap((layer, i) => [i + 1, ...layer.slice(1)]),
  };
  return { ...scenario, draws: [smallDraw] };
}

describe.each(GENERATIONS)('sections on %s', (gfx) => {
  const chips = sections.chips.filter((chip) => CHIPS[chip].gfx === gfx);

  it.each(SECTION_PLACEMENTS)(
    'cause no violations with placement %s, and leave memory and colours correct',
    (placement) => {
      const test = new Test(makeRequest(1), 'sections', chips);
      test.pickKnobs();
      const scenario = generateSectionScenario(test, placement);
      const { violations, armed } = checkRun(shrinkToSmallDraw(scenario));
      expect(violations).toEqual([]);
      expect(armed['EXP-06']).toBeGreaterThan(0);
      expect(armed['ORD-03']).toBeGreaterThan(0);
    },
  );
});

describe('section colour buffers', () => {
  const scenarios = Array.from({ length: 30 }, (_, low) => sections.generate(makeRequest(low)));
  const drawsWithColours = (scenario: Scenario): number[] =>
    scenario.draws.flatMap(({ registers }, index) => (registers.CB_TARGET_MASK! > 0 ? [index] : []));

  it('take their numeric type from the first draw with colours, and only draws of that type write to them', () => {
    const formats = new Set(scenarios.flatMap(({ colourBuffers = [] }) => colourBuffers));
    expect(formats).toEqual(new Set(['rgba32f', 'rgba8', 'rg16f', 'rgba16ui', 'rgba16i']));
    for (const scenario of scenarios) {
      const { colourBuffers = [], programs } = scenario;
      const kinds = programs.map(({ sections: parts }) => parts!.state.conversion.slice(0, 4));
      for (const draw of drawsWithColours(scenario)) {
        const integerFormat = { UINT: 'rgba16ui', SINT: 'rgba16i' }[kinds[draw]!];
        if (integerFormat !== undefined) expect(new Set(colourBuffers)).toEqual(new Set([integerFormat]));
        else expect(colourBuffers.some((format) => format.startsWith('rgba16'))).toBe(false);
      }
      expect(drawsWithColours(scenario).length > 0).toBe(colourBuffers.length > 0);
    }
  });

  it('are checked, so a wrong final word is caught', () => {
    const scenario = shrinkToSmallDraw(scenarios.find((candidate) => drawsWithColours(candidate)[0] === 0)!);
    const scoreboards = createScoreboards(scenario);
    let isChanged = false;
    runScenario(scenario, (t) => {
      if (t.kind !== 'colour-dumped') return scoreboards.observe(t);
      const words = t.words.slice();
      const index = words.findIndex((word) => word !== 0);
      if (index >= 0 && !isChanged) {
        words[index]! ^= 1;
        isChanged = true;
      }
      scoreboards.observe({ ...t, words });
    });
    expect(isChanged).toBe(true);
    expect(scoreboards.finish().fired).toEqual({ 'EXP-06': 1 });
  });
});

describe('section scenarios', () => {
  const scenarios = Array.from({ length: 60 }, (_, low) => sections.generate(makeRequest(low)));
  const programs = scenarios.map((scenario) => scenario.programs.map((program) => program.sections!));

  it('are legal, and have the same placement, prolog and main part in all draws', () => {
    for (const [first, ...others] of programs) {
      for (const { placement, state } of [first, ...others]) {
        expect(illegalReason(placement, state)).toBeUndefined();
        const { prolog, mainDiscard } = first.state;
        expect({ placement, ...state }).toMatchObject({ placement: first.placement, prolog, mainDiscard });
      }
    }
  });

  it('swap the epilog between draws with the same main part', () => {
    const swapped = scenarios.filter(({ programs: [first, second] }) => {
      if (second === undefined) return false;
      const [prolog, main] = first.sections!.parts.map(({ words }) => words);
      const sharedWords = (words: readonly number[]) => words.slice(0, prolog + main).join();
      return (
        sharedWords(first.words) === sharedWords(second.words) && first.words.join() !== second.words.join()
      );
    });
    expect(swapped.length).toBeGreaterThan(10);
  });

  it('cover every placement, and every value of every state field', () => {
    const sections = programs.flat();
    expect(new Set(sections.map(({ placement }) => placement)).size).toBe(SECTION_PLACEMENTS.length);
    const values = (name: keyof (typeof sections)[number]['state']) =>
      new Set(sections.map(({ state }) => state[name])).size;
    expect([values('prolog'), values('stipple'), values('mainDiscard'), values('outputs')]).toEqual([
      3, 3, 4, 4,
    ]);
    expect([values('clamp'), values('smoothing'), values('alphaToOne')]).toEqual([2, 2, 2]);
    expect([values('alphaTest'), values('conversion')]).toEqual([8, 10]);
  });
});
