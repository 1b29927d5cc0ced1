import { describe, expect, it } from 'vitest';
import { CHIPS, GENERATIONS, type Gfx } from '../../../arch/index.js';
import { openCorpus } from '../../../regression/index.js';
import { sections } from '../../../stimulus/sequences/sections.js';
import { defaultFreedoms, formatSeed, type Scenario } from '../../../transactions/index.js';
import { expectedExports } from './support/colour-maths.js';
import { fragmentExports } from './support/exports.js';

const corpus = openCorpus();

/** Edge of the part of an area that is drawn: colours do not depend on how much there is. */
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

/** The upper left corner of a scenario's area. */
function cornerOf(scenario: Scenario): Scenario {
  return { ...scenario, draws: scenario.draws.map((draw) => ({ ...draw, width: EDGE, height: EDGE })) };
}

describe.each(GENERATIONS)('exported colours of prolog, main part and epilog on %s', (gfx) => {
  it('are those of seed 003 in every state, and discarded fragments export none', () => {
    const states = new Set<unknown>();
    let exporting = 0;
    for (let seed = 0; seed < SEEDS; seed++) {
      const fragments = fragmentExports(cornerOf(scenarioOf(seed, gfx)));
      for (const { fragment, constants, isUniform, exported } of fragments) {
        const { state } = constants;
        if (!isUniform && state.prolog !== 'none') continue;
        const expected = expectedExports(constants, fragment) ?? [];
        if (exported.join(';') !== expected.join(';')) {
          expect({ state, fragment, exported }).toEqual({ state, fragment, exported: expected });
        }
        states.add(state);
        if (exported.length > 0) exporting++;
      }
    }
    expect(exporting).toBeGreaterThan(1_500);
    expect(states.size).toBeGreaterThan(30);
  });
});
