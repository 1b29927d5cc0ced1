import { generated } from '../../../stimulus/sequences/generated.js';
import { formatSeed } from '../../../transactions/index.js';
import { drawScenario } from '../../support/drawn-scenario.js';

it('all draws of a smoothing program have the same sample count', () => {
  let checked = 0;
  for (let low = 0; checked < 8; low++) {
    const { programs, draws } = drawScenario(generated, formatSeed({ high: 0x5a, low }));
    programs.forEach(({ descriptor }, index) => {
      const programDraws = draws.filter(({ program }) => program === index);
      if (descriptor?.parts?.smoothing !== true || programDraws.length < 2) return;
      checked++;
      expect(new Set(programDraws.map(({ samples }) => samples)).size).toBe(1);
    });
  }
});
