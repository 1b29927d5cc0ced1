import { type FolderShare, profileFolders } from './folder-profile.js';
import { measureInterleaved, measureTime, type Side } from './harness.js';
import { formatRate } from './report.js';
import { type Depth, generateWorkload, makeWorkload, runWorkload, type WorkTotals } from './workload.js';

/** The rates at one depth, from the best round. */
export interface DepthRates {
  readonly depth: Depth;
  readonly testsPerSecond: number;
  readonly wavesPerSecond: number;
  readonly instructionsPerSecond: number;
}

/** The throughput of one core, and where the time goes. */
export interface Throughput {
  readonly rates: readonly DepthRates[];
  readonly shares: readonly FolderShare[];
}

/** Measures the mixed corpus at each depth, then profiles one complete pass. */
export async function measureThroughput(rounds: number): Promise<Throughput> {
  const scenarios = makeWorkload();
  const depths: readonly Depth[] = ['generate', 'run', 'check', 'cover'];
  const workByDepth = new Map<Depth, WorkTotals>();
  const sides = depths.map(
    (depth): Side => ({
      name: depth,
      round: () => {
        const { value, seconds } = measureTime(() =>
          depth === 'generate' ? generateWorkload() : runWorkload(scenarios, depth),
        );
        workByDepth.set(depth, value);
        return { work: value.tests, seconds };
      },
    }),
  );
  const results = await measureInterleaved(sides, rounds);
  const rates = depths.map((depth, index) => {
    const { tests, waves, instructions } = workByDepth.get(depth)!;
    const testsPerSecond = results[index].bestRate;
    return {
      depth,
      testsPerSecond,
      wavesPerSecond: (testsPerSecond * waves) / tests,
      instructionsPerSecond: (testsPerSecond * instructions) / tests,
    };
  });
  const shares = await profileFolders(() => {
    runWorkload(scenarios, 'cover');
  });
  return { rates, shares };
}

const DEPTH_LABELS: Readonly<Record<Depth, string>> = {
  generate: 'generate only',
  run: 'run, unchecked',
  check: 'run and check',
  cover: 'run, check and cover',
};

/** Returns the fraction of a complete test spent on generation, which should be at most 15%. */
function computeGenerationFraction(rates: readonly DepthRates[]): number {
  const getSeconds = (depth: Depth): number => 1 / rates.find((rate) => rate.depth === depth)!.testsPerSecond;
  return getSeconds('generate') / (getSeconds('generate') + getSeconds('cover'));
}

/** Formats the rates and the shares as two tables. */
export function formatThroughput({ rates, shares }: Throughput): string {
  const rows = rates.map(
    ({ depth, testsPerSecond, wavesPerSecond, instructionsPerSecond }) =>
      `${DEPTH_LABELS[depth].padEnd(22)}${formatRate(testsPerSecond).padStart(9)} tests/s` +
      `${formatRate(wavesPerSecond).padStart(9)} waves/s` +
      `${formatRate(instructionsPerSecond).padStart(9)} instructions/s`,
  );
  const shareLines = shares.map(
    ({ component, share }) => `${component.padEnd(26)}${(share * 100).toFixed(1).padStart(5)}%`,
  );
  return [
    'Throughput of the mixed corpus, one core, best round',
    ...rows,
    `generation takes ${(computeGenerationFraction(rates) * 100).toFixed(1)}% of a test's time`,
    '',
    'Where the time goes',
    ...shareLines,
  ].join('\n');
}
