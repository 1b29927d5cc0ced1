import { Sampler } from '../coverage/index.js';
import { measureInterleaved, type Side, timed } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { countSamples, type GroupSamples, makeSamples } from './p7/samples.js';

const FLOOR = 0.15;
const AIM = 0.5;

/** Number of passes over all samples per round. */
const PASSES = 100;

/**
 * P7: samples per second of all covergroups, compared with a loop that unconditionally increments the same
 * counters.
 */
export const p7Coverage: Metric = {
  id: 'P7',
  title: 'coverage samples beside direct typed-array increments',
  unit: 'samples/s',
  measure: async (rounds): Promise<Measurement> => {
    const samples = makeSamples();
    checkSameCounts(samples);
    const [sampled, direct] = await measureInterleaved(
      [
        sideOf('covergroups', samples, () => samples.map(samplingOf)),
        sideOf('direct increments', samples, () => samples.map(countingOf)),
      ] as const,
      rounds,
    );
    return { comparisons: [compare(sampled, direct, FLOOR, AIM)], skipped: [] };
  },
};

/** A pass over a group's samples, and the counters it increments. */
interface Pass {
  readonly hits: Uint32Array;
  run(): void;
}

function samplingOf({ group, values }: GroupSamples): Pass {
  const hits = new Uint32Array(group.bins.length);
  const sampler = new Sampler(group, hits);
  const width = sampler.values.length;
  const run = () => {
    for (let offset = 0; offset < values.length; offset += width) {
      for (let i = 0; i < width; i++) sampler.values[i] = values[offset + i];
      sampler.sample();
    }
  };
  return { hits, run };
}

function countingOf({ group, bins, from }: GroupSamples): Pass {
  const hits = new Uint32Array(group.bins.length);
  const run = () => {
    for (let sample = 0; sample + 1 < from.length; sample++) {
      for (let i = from[sample]; i < from[sample + 1]; i++) hits[bins[i]]++;
    }
  };
  return { hits, run };
}

function checkSameCounts(samples: readonly GroupSamples[]): void {
  for (const group of samples) {
    const [sampled, direct] = [samplingOf(group), countingOf(group)];
    sampled.run();
    direct.run();
    if (sampled.hits.some((count, bin) => count !== direct.hits[bin])) throw new Error('counts differ');
  }
}

function sideOf(name: string, samples: readonly GroupSamples[], prepare: () => readonly Pass[]): Side {
  const passes = prepare();
  const work = PASSES * countSamples(samples);
  const round = () => {
    const { seconds } = timed(() => {
      for (let i = 0; i < PASSES; i++) for (const pass of passes) pass.run();
    });
    return { work, seconds };
  };
  return { name, round };
}
