import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freshSeed } from '../../regression/index.js';
import { formatSeed, RandomStream } from '../../transactions/index.js';
import { resultOf, runKilled, runToEnd } from './killed-run.js';

const DEFAULT_KILLS = '50';
/** Tests of a run; some of them fail, so that failures are among what must not be lost. */
const TESTS = ['--count', '60', '--fault', 'F46', '--max-failures', '1000000'];
/** Kills come up to this much later than the start, as a share of an uninterrupted run's time. */
const LATEST_SHARE = 1.1;

/** Kills runs at random moments and resumes them until they are done; each must give what an uninterrupted run gives. */
async function torture(kills: number, seed: string): Promise<boolean> {
  const random = new RandomStream(seed);
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-torture-'));
  const args = ['run', 'smoke', '--seed', seed, ...TESTS];
  const whole = join(folder, 'whole');
  const began = performance.now();
  const wanted = resultOf(await runToEnd([...args, '--out', whole]), whole);
  const latestMs = Math.ceil((performance.now() - began) * LATEST_SHARE);
  let killed = 0;
  for (let run = 0; killed < kills; run++) {
    const out = join(folder, `run-${run}`);
    const command = (): string[] =>
      existsSync(join(out, 'manifest.json')) ? ['run', '--resume', out] : [...args, '--out', out];
    const before = killed;
    while (killed < kills && (await runKilled(command(), random.below(latestMs)))) killed++;
    const same = resultOf(await runToEnd(command()), out) === wanted;
    console.log(`run ${run}: ${killed - before} kills, ${same ? 'nothing lost' : `another result: ${out}`}`);
    if (!same) return false;
  }
  rmSync(folder, { recursive: true });
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
