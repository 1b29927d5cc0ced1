import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateSeed, readSeed } from '../../../harness/basics/index.js';
import { deriveSeed, formatSeed, RandomStream } from '../../../transactions/index.js';
import { digestRun, runAndKill, runToCompletion } from './killed-run.js';

const DEFAULT_KILLS = '50';
/**
 * Arguments that select the tests of each run. They are all small and all fail, so that stored failures have to survive
 * too.
 */
const TESTS = ['--test', 'empty_section', '--count', '24', '--fault', 'F46', '--max-failures', '1000000'];
/** Number of concurrent series of killed runs. */
const CONCURRENT_SERIES = 2;
/** Maximum delay before a run is killed, as a fraction of an uninterrupted run's duration. */
const MAX_DELAY_FRACTION = 1.1;

/** State shared by all series of killed runs. */
interface TortureContext {
  readonly folder: string;
  /** Arguments of the command that starts a run. */
  readonly args: readonly string[];
  /** Digest of the uninterrupted run. */
  readonly expected: string;
  readonly maxDelayMs: number;
}

/**
 * Kills runs at random times and resumes them until they complete. Returns whether every run had the same result as
 * an uninterrupted one.
 */
async function torture(killCount: number, seed: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-torture-'));
  const args = ['run', 'smoke', '--workers', '1', '--seed', seed, ...TESTS];
  const uninterrupted = join(folder, 'uninterrupted');
  const start = performance.now();
  const expected = digestRun(await runToCompletion([...args, '--out', uninterrupted]), uninterrupted);
  const maxDelayMs = Math.ceil((performance.now() - start) * MAX_DELAY_FRACTION);
  const series = Array.from({ length: CONCURRENT_SERIES }, (_, index) => {
    const seriesKillCount =
      Math.floor((killCount * (index + 1)) / CONCURRENT_SERIES) -
      Math.floor((killCount * index) / CONCURRENT_SERIES);
    return tortureSeries(
      `${index}`,
      seriesKillCount,
      new RandomStream(deriveSeed(readSeed(seed), 'lane', index)),
      { folder, args, expected, maxDelayMs },
    );
  });
  const matches = (await Promise.all(series)).every(Boolean);
  if (matches) rmSync(folder, { recursive: true });
  return matches;
}

async function tortureSeries(
  series: string,
  killCount: number,
  random: RandomStream,
  { folder, args, expected, maxDelayMs }: TortureContext,
): Promise<boolean> {
  let killed = 0;
  for (let run = 0; killed < killCount; run++) {
    const out = join(folder, `run-${series}-${run}`);
    const command = (): string[] =>
      existsSync(join(out, 'manifest.json'))
        ? ['run', '--resume', out, '--workers', '1']
        : [...args, '--out', out];
    const before = killed;
    while (killed < killCount && (await runAndKill(command(), random.below(maxDelayMs)))) killed++;
    const matches = digestRun(await runToCompletion(command()), out) === expected;
    console.log(
      `run ${series}-${run}: ${killed - before} kills, ${matches ? 'nothing lost' : `different result: ${out}`}`,
    );
    if (!matches) return false;
  }
  return true;
}

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: DEFAULT_KILLS },
    seed: { type: 'string', default: formatSeed(generateSeed()) },
  },
});
console.log(`torture with seed ${values.seed}: ${values.kills} kills`);
process.exitCode = (await torture(Number(values.kills), values.seed)) ? 0 : 1;
