import { describe, expect, it } from 'vitest';
import { bin, compileGroup, type GroupDefinition, ignoreBin, transition } from '../../../coverage/index.js';
import { group } from '../support/sampling.js';

const computeHash = (changes: Partial<GroupDefinition>): string =>
  compileGroup<string>({ ...group({ p: { text: '', bins: [bin('a', [1])] } }), ...changes }).hash;

describe('the hash of a covergroup', () => {
  it('does not depend on texts, weights, goals or atLeast', () => {
    const hash = computeHash({
      text: 'new',
      weight: 3,
      goal: 90,
      points: { p: { text: 'new', weight: 2, goal: 50, atLeast: 7, bins: [bin('a', [1], { text: 'new' })] } },
    });
    expect(hash).toBe(computeHash({}));
  });

  it("changes with the version and with a bin's values, kind or name", () => {
    const hashes = [
      computeHash({}),
      computeHash({ version: 2 }),
      computeHash({ points: { p: { text: '', bins: [bin('a', [2])] } } }),
      computeHash({ points: { p: { text: '', bins: [bin('b', [1])] } } }),
      computeHash({ points: { p: { text: '', bins: [ignoreBin('a', [1], 'why')] } } }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('distinguishes value bins from transition bins written in the same way', () => {
    const sets = [
      [0, 0],
      [1, 1],
    ] as const;
    const values = computeHash({ points: { p: { text: '', bins: [bin('a', sets)] } } });
    const sequence = computeHash({ points: { p: { text: '', transitions: [transition('a', sets)] } } });
    expect(sequence).not.toBe(values);
  });
});
