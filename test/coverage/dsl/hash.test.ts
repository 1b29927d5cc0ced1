import { describe, expect, it } from 'vitest';
import { bin, compileGroup, type GroupDefinition, ignoreBin, transition } from '../../../coverage/index.js';
import { group } from '../support/sampling.js';

const hashOf = (changes: Partial<GroupDefinition>): string =>
  compileGroup<string>({ ...group({ p: { text: '', bins: [bin('a', [1])] } }), ...changes }).hash;

describe('the hash of a covergroup', () => {
  it('does not depend on texts, weights, goals or atLeast', () => {
    const same = hashOf({
      text: 'new',
      weight: 3,
      goal: 90,
      points: { p: { text: 'new', weight: 2, goal: 50, atLeast: 7, bins: [bin('a', [1], { text: 'new' })] } },
    });
    expect(same).toBe(hashOf({}));
  });

  it("changes with the version and with a bin's values, kind or name", () => {
    const hashes = [
      hashOf({}),
      hashOf({ version: 2 }),
      hashOf({ points: { p: { text: '', bins: [bin('a', [2])] } } }),
      hashOf({ points: { p: { text: '', bins: [bin('b', [1])] } } }),
      hashOf({ points: { p: { text: '', bins: [ignoreBin('a', [1], 'why')] } } }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('distinguishes values from sequences written the same way', () => {
    const sets = [
      [0, 0],
      [1, 1],
    ] as const;
    const values = hashOf({ points: { p: { text: '', bins: [bin('a', sets)] } } });
    const sequence = hashOf({ points: { p: { text: '', transitions: [transition('a', sets)] } } });
    expect(sequence).not.toBe(values);
  });
});
