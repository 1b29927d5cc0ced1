import { at, collectHits, onChip } from '../support/stream.js';

const makeWave = (didOverlap: boolean, ...overlaps: ReturnType<typeof at>[]) => [
  ...overlaps,
  at('wave-formed', { didOverlap, reason: 'timeout' }),
  at('wave-launched'),
];

describe('overlap covergroup', () => {
  it('distinguishes exact, conservative and missed answers', () => {
    const classify = (stream: ReturnType<typeof makeWave>) =>
      collectHits('overlap', onChip('navi10'), stream).answer;
    expect(classify(makeWave(false))).toEqual({ none: 1 });
    expect(classify(makeWave(true, at('overlap', { count: 2 })))).toEqual({ exact: 1 });
    expect(classify(makeWave(true))).toEqual({ conservative: 1 });
    expect(classify(makeWave(true, at('overlap', { count: 2, exact: false })))).toEqual({ conservative: 1 });
    expect(classify(makeWave(false, at('overlap', { count: 1 })))).toEqual({ missed: 1 });
  });

  it('distinguishes an overlap within the wave from an overlap with other waves', () => {
    const layeredWave = at('wave-formed', { didOverlap: true, intrawaveMask: 0b10, quadCount: 2 });
    const classify = (...stream: ReturnType<typeof at>[]) =>
      collectHits('overlap', onChip('navi10'), [...stream, at('wave-launched')]).answer;
    expect(classify(layeredWave)).toEqual({ 'within the wave': 1 });
    expect(classify(at('overlap'), layeredWave)).toEqual({ exact: 1 });
  });

  it('uses the actual overlap on gfx11, where nothing is reported to the wave', () => {
    const hits = collectHits('overlap', onChip('navi31'), makeWave(false, at('overlap', { count: 3 })));
    expect(hits).toMatchObject({
      answer: { exact: 1 },
      'generation x overlapped': { 'gfx11 x 3-7': 1 },
      'closing x overlaps': { 'timeout x yes': 1 },
    });
    const inexact = makeWave(false, at('overlap', { count: 1, exact: false }));
    expect(collectHits('overlap', onChip('navi31'), inexact)['generation x answer']).toEqual({
      'gfx11 x conservative': 1,
    });
  });

  it('distinguishes an overlap within a draw from one with an earlier draw', () => {
    const stream = [0, 1, 2].flatMap((wave) => [
      at('overlap', { wave, overlapped: Int32Array.of(wave - 1), count: wave === 0 ? 0 : 1 }),
      at('wave-formed', { wave, id: wave, didOverlap: wave > 0, draw: wave === 0 ? 0 : 2 }),
      at('wave-launched', { wave }),
    ]);
    const hits = collectHits('overlap', onChip('navi10', 32), stream);
    expect(hits.draw).toEqual({ 'an earlier one': 1, 'the same': 1 });
    expect(hits['overlapped x packer x lanes']).toEqual({
      '0 x packer[0] x wave32': 1,
      '1 x packer[0] x wave32': 2,
    });
  });

  it('records consecutive overlapping waves', () => {
    const stream = [0, 1, 2, 3].flatMap((wave) => [
      at('wave-formed', { wave, id: wave, didOverlap: true }),
      at('overlap', { wave }),
      at('wave-launched', { wave }),
    ]);
    expect(collectHits('overlap', onChip('navi10'), stream).sequence).toEqual({
      'yes => yes => yes => yes': 1,
    });
  });

  it('uses the draw of the newest overlapped wave, regardless of the order in which waves are listed', () => {
    const stream = [0, 1, 2].flatMap((wave) => [
      at('overlap', { wave, overlapped: Int32Array.of(1, 0), count: wave === 2 ? 2 : 0 }),
      at('wave-formed', { wave, id: wave, didOverlap: wave === 2, draw: wave }),
      at('wave-launched', { wave }),
    ]);
    expect(collectHits('overlap', onChip('navi10', 32), stream).draw).toEqual({ 'the one before': 1 });
  });

  it('recognises overlaps across sample count changes', () => {
    const scenario = onChip('navi10', 32);
    const draws = ([4, 1, 4] as const).map((samples) => ({ ...scenario.draws[0]!, samples }));
    const stream = [0, 1, 2, 3].flatMap((wave) => [
      at('overlap', { wave, overlapped: Int32Array.of(wave - 1), count: wave === 0 ? 0 : 1 }),
      at('wave-formed', { wave, id: wave, didOverlap: wave > 0, draw: Math.min(wave, 2) }),
      at('wave-launched', { wave }),
    ]);
    expect(collectHits('overlap', { ...scenario, draws }, stream).samples).toEqual({
      fewer: 1,
      more: 1,
      'the same': 1,
    });
  });
});
