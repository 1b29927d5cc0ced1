import { describe, expect, it } from 'vitest';
import { CHIPS, GENERATIONS, type Gfx } from '../../../arch/index.js';
import { openCorpus } from '../../../regression/index.js';
import { sections } from '../../../stimulus/sequences/sections.js';
import { defaultFreedoms, formatSeed, type Scenario } from '../../../transactions/index.js';
import { expectedExports, type FragmentColours } from './support/colour-maths.js';
import { fragmentExports } from './support/exports.js';

const corpus = openCorpus();

const PRIMITIVES = 8;
const EDGE = 16;
const SEEDS = 24;

function scenarioOf(low: number, gfx: Gfx): Scenario {
  const chips = sections.chips.filter((chip) => CHIPS[chip].gfx === gfx);
  return sections.generate({
    seed: formatSeed({ high: 3, low }),
    corpus,
    chips,
    knobs: defaultFreedoms(),
    faults: [],
  });
}

/** The upper left corner of a scenario's area with the first primitives of each draw: colours do not depend on how much there is. */
function partOf(scenario: Scenario): Scenario {
  const draws = scenario.draws.map((draw) => {
    const words = draw.parameters.length / draw.depths.length;
    return {
      ...draw,
      width: EDGE,
      height: EDGE,
      vertices: draw.vertices.slice(0, 6 * PRIMITIVES),
      depths: draw.depths.slice(0, PRIMITIVES),
      parameters: draw.parameters.slice(0, words * PRIMITIVES),
    };
  });
  return { ...scenario, draws };
}

/** Colours to be compared, without the time that a deep comparison takes. */
const textOf = ({ exported, coverageAlpha }: FragmentColours): string =>
  `${exported.join(';')} ${coverageAlpha}`;

describe.each(GENERATIONS)('exported colours of prolog, main part and epilog on %s', (gfx) => {
  it('are those of seed 003 in every state, and discarded fragments export none', () => {
    const states = new Set<unknown>();
    let exporting = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const fragments = fragmentExports(partOf(scenarioOf(seed, gfx)));
      for (const { fragment, constants, isUniform, exported, coverageAlpha } of fragments) {
        const { state } = constants;
        if (!isUniform && state.prolog !== 'none') continue;
        const expected = expectedExports(constants, fragment) ?? { exported: [], coverageAlpha: undefined };
        const observed = { exported, coverageAlpha };
        if (textOf(observed) !== textOf(expected)) {
          expect({ state, fragment, ...observed }).toEqual({ state, fragment, ...expected });
        }
        states.add(state);
        if (exported.length > 0) exporting++;
      }
    }
    expect(exporting).toBeGreaterThan(500);
    expect(states.size).toBeGreaterThan(15);
  });
});
