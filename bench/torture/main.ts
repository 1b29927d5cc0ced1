import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generateSeed, readSeed } from '../../base/basics/index.js';
import { deriveSeed, formatSeed, RandomStream } from '../../transactions/index.js';
import { digestRun, runAndKill, runToCompletion } from './killed-run.js';

const DEFAULT_KILLS = '50';
/** Arguments that select the tests of each run. All of them are small and fail, so stored failures must survive too. */
const TESTS = ['--test', 'empty_section', '--count', '24', '--fault', 'F46', '--max-failures', '1000000'];
/** Number of concurrent series of killed runs. */
const CONCURRENT_SERIES = 2;
/** The latest time at which a run is killed, as a fraction of an uninterrupted run's duration. */
const LATEST_FRACTION = 1.1;

/** State shared by all series of killed runs. */
interface Torture {
  readonly folder: string;
  /** Arguments of the command that starts a run. */
  readonly args: readonly string[];
  /** Digest of the uninterrupted run. */
  readonly expected: string;
  readonly latestMs: number;
}

/**
 * Kills runs at random times and resumes them until they complete. Every run must have the same result as an
 * uninterrupted one.
 */
async function torture(kills: number, seed: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-torture-'));
  const args = ['run', 'smoke', '--workers', '1', '--seed', seed, ...TESTS];
  const uninterrupted = join(folder, 'whole');
  const start = performance.now();
  const expected = digestRun(await runToCompletion([...args, '--out', uninterrupted]), uninterrupted);
  const latestMs = Math.ceil((performance.now() - start) * LATEST_FRACTION);
  const series = Array.from({ length: CONCURRENT_SERIES }, (_, number) => {
    const seriesKills =
      Math.floor((kills * (number + 1)) / CONCURRENT_SERIES) -
      Math.floor((kills * number) / CONCURRENT_SERIES);
    return tortureSeries(
      `${number}`,
      seriesKills,
      new RandomStream(deriveSeed(readSeed(seed), 'lane', number)),
      {
        folder,
        args,
        expected,
        latestMs,
      },
    );
  });
  const isSame = (await Promise.all(series)).every(Boolean);
  if (isSame) rmSync(folder, { recursive: true });
  return isSame;
}

async function tortureSeries(
  series: string,
  kills: number,
  random: RandomStream,
  { folder, args, expected, latestMs }: Torture,
): Promise<boolean> {
  let killed = 0;
  for (let run = 0; killed < kills; run++) {
    const out = join(folder, `run-${series}-${run}`);
    const command = (): string[] =>
      existsSync(join(out, 'manifest.json'))
        ? ['run', '--resume', out, '--workers', '1']
        : [...args, '--out', out];
    const before = killed;
    while (killed < kills && (await runAndKill(command(), random.below(latestMs)))) killed++;
    const isSame = digestRun(await runToCompletion(command()), out) === expected;
    console.log(
      `run ${series}-${run}: ${killed - before} kills, ${isSame ? 'nothing lost' : `different result: ${out}`}`,
    );
    if (!isSame) return false;
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
