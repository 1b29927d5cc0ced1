import { Sampler } from '../coverage/index.js';
import { measureInterleaved, measureTime, type Side } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { countSamples, type GroupSamples, makeSamples } from './p7/samples.js';

const FLOOR = 0.15;
const TARGET = 0.5;

/** Number of passes over all samples in a round. */
const PASSES = 100;

/**
 * P7: samples per second over all covergroups, compared with a loop that increments the same counters directly.
 */
export const p7Coverage: Metric = {
  id: 'P7',
  title: 'coverage samples compared with direct typed-array increments',
  unit: 'samples/s',
  measure: async (rounds): Promise<Measurement> => {
    const samples = makeSamples();
    checkSameCounts(samples);
    const [samplerResult, directResult] = await measureInterleaved(
      [
        createSide('covergroups', samples, () => samples.map(createSamplingPass)),
        createSide('direct increments', samples, () => samples.map(createCountingPass)),
      ] as const,
      rounds,
    );
    return { comparisons: [compare(samplerResult, directResult, FLOOR, TARGET)], skipped: [] };
  },
};

/** One pass over all samples of a group. */
interface Pass {
  /** The counters that `run` increments, one per bin. */
  readonly hits: Uint32Array;
  run(): void;
}

function createSamplingPass({ group, values }: GroupSamples): Pass {
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

function createCountingPass({ group, bins, binOffsets }: GroupSamples): Pass {
  const hits = new Uint32Array(group.bins.length);
  const run = () => {
    for (let sample = 0; sample + 1 < binOffsets.length; sample++) {
      for (let i = binOffsets[sample]; i < binOffsets[sample + 1]; i++) hits[bins[i]]++;
    }
  };
  return { hits, run };
}

function checkSameCounts(samples: readonly GroupSamples[]): void {
  for (const group of samples) {
    const [sampled, direct] = [createSamplingPass(group), createCountingPass(group)];
    sampled.run();
    direct.run();
    if (sampled.hits.some((count, bin) => count !== direct.hits[bin])) throw new Error('The counts differ');
  }
}

function createSide(name: string, samples: readonly GroupSamples[], create: () => readonly Pass[]): Side {
  const passes = create();
  const work = PASSES * countSamples(samples);
  const round = () => {
    const { seconds } = measureTime(() => {
      for (let i = 0; i < PASSES; i++) for (const pass of passes) pass.run();
    });
    return { work, seconds };
  };
  return { name, round };
}
