import { chipOf } from '../../arch/index.js';
import { LITMUS_SEQUENCES, SEQUENCES } from '../../stimulus/index.js';
import { expectStorable, makeRequest } from './support/sequence-request.js';

describe.each([...SEQUENCES, ...LITMUS_SEQUENCES].map((sequence) => [sequence.name, sequence] as const))(
  'sequence %s',
  (_name, sequence) => {
    it('generates the same storable scenario for the same seed, and a different one for another seed', () => {
      const scenarios = [0, 1, 2, 3].map((seed) => sequence.generate(makeRequest(seed)));
      scenarios.forEach(expectStorable);
      const texts = scenarios.map((scenario) => JSON.stringify(scenario));
      expect(JSON.stringify(sequence.generate(makeRequest(1)))).toBe(texts[1]);
      expect(texts[2]).not.toBe(texts[1]);
    });

    it('covers every wave size of every generation whose chips it lists', () => {
      const chips = new Map(sequence.chips.map((chip) => [chipOf(chip).gfx, chip])).values();
      for (const chip of chips) {
        const missing = new Set(chipOf(chip).waveSizes);
        for (let seed = 0; seed < 32 && missing.size > 0; seed++) {
          const scenario = sequence.generate({ ...makeRequest(seed), chips: [chip] });
          expect(scenario.chip).toBe(chip);
          missing.delete(scenario.wave);
        }
        expect([...missing]).toEqual([]);
      }
    });
  },
);
