import { chipOf } from '../../arch/index.js';
import { LITMUS_SEQUENCES, SEQUENCES } from '../../stimulus/index.js';
import { expectStorable, makeRequest } from './support/sequence-request.js';

describe.each([...SEQUENCES, ...LITMUS_SEQUENCES].map((sequence) => [sequence.name, sequence] as const))(
  'sequence %s',
  (_name, sequence) => {
    it('generates the same scenario for the same seed, and a different one for another seed', () => {
      const first = JSON.stringify(sequence.generate(makeRequest(1)));
      expect(JSON.stringify(sequence.generate(makeRequest(1)))).toBe(first);
      expect(JSON.stringify(sequence.generate(makeRequest(2)))).not.toBe(first);
    });

    it('generates scenarios that satisfy the schema of stored scenarios', () => {
      for (let seed = 0; seed < 4; seed++) expectStorable(sequence.generate(makeRequest(seed)));
    });

    it('covers every wave size of every chip that it lists', () => {
      for (const chip of sequence.chips) {
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
