import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freshSeed, readSeed } from '../../base/basics/index.js';
import { deriveSeed, formatSeed, RandomStream } from '../../transactions/index.js';
import { resultOf, runKilled, runToEnd } from './killed-run.js';

const DEFAULT_KILLS = '50';
/**
 * The tests of each run. They are small, and all of them fail, so that stored failures must survive as well.
 */
const TESTS = ['--test', 'empty_section', '--count', '24', '--fault', 'F46', '--max-failures', '1000000'];
/** Number of concurrent series of killed runs. */
const SERIES_AT_ONCE = 2;
/** The latest time to kill a run, as a fraction of an uninterrupted run's duration. */
const LATEST_FRACTION = 1.1;

/** State shared by all series. */
interface Torture {
  readonly folder: string;
  readonly args: readonly string[];
  readonly expected: string;
  readonly latestMs: number;
}

/**
 * Kills runs at random times and resumes them until they complete. Each must have the same result as an
 * uninterrupted run.
 */
async function torture(kills: number, seed: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-torture-'));
  const args = ['run', 'smoke', '--workers', '1', '--seed', seed, ...TESTS];
  const uninterrupted = join(folder, 'whole');
  const start = performance.now();
  const expected = resultOf(await runToEnd([...args, '--out', uninterrupted]), uninterrupted);
  const latestMs = Math.ceil((performance.now() - start) * LATEST_FRACTION);
  const series = Array.from({ length: SERIES_AT_ONCE }, (_, number) => {
    const share =
      Math.floor((kills * (number + 1)) / SERIES_AT_ONCE) - Math.floor((kills * number) / SERIES_AT_ONCE);
    return tortureSeries(`${number}`, share, new RandomStream(deriveSeed(readSeed(seed), 'lane', number)), {
      folder,
      args,
      expected,
      latestMs,
    });
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
    while (killed < kills && (await runKilled(command(), random.below(latestMs)))) killed++;
    const isSame = resultOf(await runToEnd(command()), out) === expected;
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
    seed: { type: 'string', default: formatSeed(freshSeed()) },
  },
});
console.log(`torture with seed ${values.seed}: ${values.kills} kills`);
process.exitCode = (await torture(Number(values.kills), values.seed)) ? 0 : 1;
