import { GENERATIONS } from '../../../arch/index.js';
import { sections } from '../../../stimulus/sections/sequence.js';
import { compareColours } from './support/compare-colours.js';

describe.each(GENERATIONS)('exported colours of the prolog, main part and epilog on %s', (gfx) => {
  it('match the slides on the prolog and epilog in every state, and are missing for discarded fragments', () => {
    const { wrong, states, exporting } = compareColours(sections, gfx);
    expect(wrong).toBeUndefined();
    expect(exporting).toBeGreaterThan(500);
    expect(states).toBeGreaterThan(15);
  });
});
