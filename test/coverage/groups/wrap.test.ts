import type { ChipName } from '../../../arch/index.js';
import { at, collectHits, onChip } from '../support/stream.js';

const formWave = (id: number, newest: number, didOverlap = true) => [
  at('wave-formed', { id, newest, didOverlap }),
];
const window = { idWindow: 8, idWrap: 1023 };

describe('distance covergroup', () => {
  it('measures the distance to the newest overlapped wave, even across the wraparound', () => {
    const hits = collectHits('distance', onChip('navi21', 64, window), formWave(2, 1022));
    expect(hits).toMatchObject({ distance: { '4-7': 1 }, window: { 'to three quarters': 1 } });
  });

  it('corrects ids from before the wraparound, which GFX9 reports one too low', () => {
    expect(collectHits('distance', onChip('vega10', 64, window), formWave(2, 1022)).distance).toEqual({
      '2-3': 1,
    });
    expect(collectHits('distance', onChip('vega10', 64, window), formWave(5, 2)).distance).toEqual({
      '2-3': 1,
    });
  });

  it('measures distances relative to the id window size', () => {
    const listWindowBins = (distance: number) =>
      Object.keys(
        collectHits('distance', onChip('navi10', 64, window), formWave(20, 20 - distance)).window ?? {},
      );
    expect([1, 2, 3, 6, 7, 8, 9].flatMap(listWindowBins)).toEqual([
      'first quarter',
      'first quarter',
      'to three quarters',
      'to three quarters',
      'last quarter',
      'edge',
    ]);
  });

  it('treats a wave that names itself as its newest overlapped wave as illegal, and ignores waves without ids or overlaps', () => {
    expect(collectHits('distance', onChip('navi10'), formWave(4, 4)).distance).toEqual({ '0': 1 });
    expect(collectHits('distance', onChip('navi10'), formWave(4, 2, false))).toEqual({});
    expect(collectHits('distance', onChip('navi31'), formWave(4, 2))).toEqual({});
  });
});

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
