import { expect, it } from 'vitest';
import { makeSamples } from '../../../bench/p7/samples.js';
import { Sampler } from '../../../coverage/index.js';

it('lists the bins that each sample hits', () => {
  for (const { group, values, bins, binOffsets } of makeSamples()) {
    const hits = new Uint32Array(group.bins.length);
    const sampler = new Sampler(group, hits);
    const width = sampler.values.length;
    for (let offset = 0; offset < values.length; offset += width) {
      sampler.values.set(values.subarray(offset, offset + width));
      sampler.sample();
    }
    const listedHits = new Uint32Array(group.bins.length);
    for (const bin of bins) listedHits[bin]++;
    expect(listedHits).toEqual(hits);
    expect([binOffsets.length, binOffsets.at(-1)]).toEqual([values.length / width + 1, bins.length]);
  }
});

it('hits more than half of the bins in most groups', () => {
  const hitFractions = makeSamples().map(({ group, bins }) => new Set(bins).size / group.bins.length);
  expect(hitFractions.filter((fraction) => fraction > 0.5).length).toBeGreaterThan(hitFractions.length / 2);
});
