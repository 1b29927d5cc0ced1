import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freshSeed, readSeed } from '../../base/basics/index.js';
import { deriveSeed, formatSeed, RandomStream } from '../../transactions/index.js';
import { resultOf, runKilled, runToEnd } from './killed-run.js';

const DEFAULT_KILLS = '50';
/** A run's tests: small, and all failing, so that failures must survive too. */
const TESTS = ['--test', 'empty_section', '--count', '24', '--fault', 'F46', '--max-failures', '1000000'];
/** Concurrently killed runs, each on its own thread. */
const LANES = 2;
/** Latest kill after the start, as a share of an uninterrupted run's time. */
const LATEST_SHARE = 1.1;

/** The reference for all lanes. */
interface Torture {
  readonly folder: string;
  readonly args: readonly string[];
  readonly expected: string;
  readonly latestMs: number;
}

/** Kills runs at random moments and resumes them until they are done; each must end like an uninterrupted run. */
async function torture(kills: number, seed: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-torture-'));
  const args = ['run', 'smoke', '--workers', '1', '--seed', seed, ...TESTS];
  const whole = join(folder, 'whole');
  const began = performance.now();
  const expected = resultOf(await runToEnd([...args, '--out', whole]), whole);
  const latestMs = Math.ceil((performance.now() - began) * LATEST_SHARE);
  const lanes = Array.from({ length: LANES }, (_, lane) => {
    const share = Math.floor((kills * (lane + 1)) / LANES) - Math.floor((kills * lane) / LANES);
    return tortureLane(`${lane}`, share, new RandomStream(deriveSeed(readSeed(seed), 'lane', lane)), {
      folder,
      args,
      expected,
      latestMs,
    });
  });
  const isSame = (await Promise.all(lanes)).every(Boolean);
  if (isSame) rmSync(folder, { recursive: true });
  return isSame;
}

async function tortureLane(
  lane: string,
  kills: number,
  random: RandomStream,
  { folder, args, expected, latestMs }: Torture,
): Promise<boolean> {
  let killed = 0;
  for (let run = 0; killed < kills; run++) {
    const out = join(folder, `run-${lane}-${run}`);
    const command = (): string[] =>
      existsSync(join(out, 'manifest.json'))
        ? ['run', '--resume', out, '--workers', '1']
        : [...args, '--out', out];
    const before = killed;
    while (killed < kills && (await runKilled(command(), random.below(latestMs)))) killed++;
    const isSame = resultOf(await runToEnd(command()), out) === expected;
    console.log(
      `run ${lane}-${run}: ${killed - before} kills, ${isSame ? 'nothing lost' : `another result: ${out}`}`,
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
