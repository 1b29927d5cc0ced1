import { describe, expect, it } from 'vitest';
import type { ChipName } from '../../../arch/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

/** Returns the bins hit by a single poll, given ids in the notation of pops.md 5.4. */
function collectPollHits(chip: ChipName, current: number, newestField: number, exiting: number) {
  return collectHits('wrap', onChip(chip), [
    at('wave-formed', { id: current, newest: newestField, didOverlap: true }),
    at('exiting-id-polled', { id: exiting }),
  ]);
}

describe('wrap covergroup', () => {
  it.each([
    ['W1', 'navi10', 5, 3, 3, 'none x wait', 'equal'],
    ['W2', 'navi10', 5, 3, 4, 'none x enter', 'just newer'],
    ['W3', 'navi10', 2, 1020, 1020, 'both before wrap x wait', 'equal'],
    ['W4', 'navi10', 2, 1020, 1021, 'both before wrap x enter', 'just newer'],
    ['W5', 'navi10', 2, 1020, 0, 'newest before wrap x enter', 'newer'],
    ['W6', 'navi21', 0, 1023, 0, 'newest before wrap x enter', 'just newer'],
    ['W10', 'vega10', 2, 1019, 1020, 'both before wrap x wait', 'equal'],
    ['W11', 'vega10', 0, 1022, 0, 'newest before wrap x enter', 'just newer'],
    ['a waiter after the wrap', 'navi10', 9, 4, 1022, 'exiting before wrap x wait', 'older'],
  ] as const)('classifies %s as in pops.md 5.4', (_, chip, current, newest, exiting, outcome, order) => {
    const hits = collectPollHits(chip, current, newest, exiting);
    expect(hits['relation x outcome']).toEqual({ [outcome]: 1 });
    expect(hits.order).toEqual({ [order]: 1 });
  });

  it('counts the GFX9 correction only if the newest id precedes the wraparound', () => {
    expect(collectPollHits('vega10', 2, 1019, 0)['generation x correction']).toEqual({
      'gfx9 x one added': 1,
    });
    expect(collectPollHits('vega10', 5, 3, 0)['generation x correction']).toEqual({
      'gfx9 x as reported': 1,
    });
    expect(collectPollHits('navi10', 2, 1019, 0)['generation x correction']).toEqual({
      'gfx10 x as reported': 1,
    });
  });
});
