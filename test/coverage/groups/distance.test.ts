import { describe, expect, it } from 'vitest';
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
