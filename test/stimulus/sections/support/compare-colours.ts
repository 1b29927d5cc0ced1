import { CHIPS, type Gfx } from '../../../../arch/index.js';
import type { Sequence } from '../../../../stimulus/index.js';
import {
  defaultKnobs,
  formatSeed,
  type Scenario,
  type SectionState,
} from '../../../../transactions/index.js';
import { drawScenario } from '../../../support/drawn-scenario.js';
import { computeExpectedExports, type Fragment, type FragmentColours } from './colour-maths.js';
import { collectFragmentExports } from './exports.js';

const PRIMITIVES = 8;
const EDGE = 16;
const SEEDS = 24;

/** A fragment whose exports differ from the slides on prolog and epilog. */
export interface WrongColours {
  readonly state: SectionState;
  readonly fragment: Fragment;
  readonly observed: FragmentColours;
  readonly expected: FragmentColours;
}

/** The results of a comparison, up to the first fragment with wrong colours. */
export interface ColourComparison {
  readonly wrong?: WrongColours;
  readonly states: number;
  /** The number of fragments with exports. */
  readonly exporting: number;
}

/** Compares the colours exported by programs of `sections` with those specified on the prolog and epilog slides. */
export function compareColours(sections: Sequence, gfx: Gfx): ColourComparison {
  const states = new Set<unknown>();
  let exporting = 0;
  for (let seed = 0; seed < SEEDS; seed++) {
    const fragments = collectFragmentExports(shrinkScenario(generateScenario(sections, seed, gfx)));
    for (const { fragment, constants, isUniform, exported, coverageAlpha } of fragments) {
      const { state } = constants;
      if (!isUniform && state.prolog !== 'none') continue;
      const expected = computeExpectedExports(constants, fragment) ?? {
        exported: [],
        coverageAlpha: undefined,
      };
      const observed = { exported, coverageAlpha };
      states.add(state);
      if (exported.length > 0) exporting++;
      if (toKey(observed) !== toKey(expected))
        return { wrong: { state, fragment, observed, expected }, states: states.size, exporting };
    }
  }
  return { states: states.size, exporting };
}

function generateScenario(sections: Sequence, low: number, gfx: Gfx): Scenario {
  const chips = sections.chips.filter((chip) => CHIPS[chip].gfx === gfx);
  return drawScenario(sections, formatSeed({ high: 3, low }), { chips, knobs: defaultKnobs() });
}

/**
 * Reduces a scenario to the upper left corner of its area and each draw's first primitives. Colours do not depend on
 * the number of pixels and primitives.
 */
function shrinkScenario(scenario: Scenario): Scenario {
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

/** Serialises the colours, because deep comparison is slow. */
const toKey = ({ exported, coverageAlpha }: FragmentColours): string =>
  `${exported.join(';')} ${coverageAlpha}`;
