import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../base/basics/index.js';
import { RandomStream } from '../transactions/index.js';
import { captureOutput, findEarlierBuild, NO_EARLIER_BUILD } from './earlier-build.js';
import { measureInterleaved, type Round } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';

const FLOOR = 2;
const TARGET = 5;

/** Seed used to draw the sample. */
const SAMPLE_SEED = '0xc0b5';
/** Number of warm-up programs per corpus file. */
const WARM_UP = 1;
/** Number of measured programs per corpus file. */
const MEASURED = 3;

const SCENES = 8;

/**
 * A script that checks a corpus file in one thread and prints the CPU time used, not counting the first
 * `process.argv[3]` verdicts. It uses only the `checkFiles` features that both builds support.
 */
const SCRIPT = `
const { checkFiles } = await import(process.argv[1]);
const request = { files: [process.argv[2]], seeds: ${SCENES}, seed: '0xc4ec', workers: 1, onUnreadable() {} };
let verdicts = 0;
let begin;
for await (const { id, verdict } of checkFiles(request)) {
  if (verdict === 'unsupported') throw new Error(id + ': ' + verdict);
  if (++verdicts === Number(process.argv[3])) begin = process.cpuUsage();
}
const { user, system } = process.cpuUsage(begin);
console.log((user + system) / 1e6);
`;

/** P14: the speed of `check` on corpus programs, compared with an earlier build. */
export const p14Check: Metric = {
  id: 'P14',
  title: 'requested scenes of check per second for corpus programs, compared with an earlier build',
  unit: 'scenes/s',
  measure: async (rounds): Promise<Measurement> => {
    const earlier = findEarlierBuild();
    if (earlier === undefined) return { comparisons: [], skipped: [NO_EARLIER_BUILD] };
    const folder = mkdtempSync(join(tmpdir(), 'pops-tb-p14-'));
    try {
      const file = join(folder, 'sample.json');
      const { warmUp, measured } = drawSample(earlier);
      writeFileSync(file, JSON.stringify([...warmUp, ...measured]));
      const sample: Sample = {
        file,
        warmUp: warmUp.length,
        variants: measured.reduce((sum, { variants: { length } }) => sum + length, 0),
      };
      const [current, previous] = await measureInterleaved(
        [
          { name: 'this build', round: () => runRound(findPackageRoot(), sample) },
          { name: 'earlier build', round: () => runRound(earlier, sample) },
        ] as const,
        rounds,
      );
      return { comparisons: [compare(current, previous, FLOOR, TARGET)], skipped: [] };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

interface SampleRecord {
  readonly id: string;
  readonly variants: readonly unknown[];
}

/** A file of corpus programs to check. */
interface Sample {
  readonly file: string;
  /** Number of warm-up programs, which come first in the file. */
  readonly warmUp: number;
  /** Number of variants of the measured programs. */
  readonly variants: number;
}

/** Draws distinct programs uniformly from every corpus file that the earlier build also has. */
function drawSample(earlier: string): { readonly warmUp: SampleRecord[]; readonly measured: SampleRecord[] } {
  const stream = new RandomStream(SAMPLE_SEED);
  const folder = join(findPackageRoot(), 'data', 'corpus');
  const earlierNames = new Set(readdirSync(join(earlier, 'data', 'corpus')));
  const files = readdirSync(folder).filter((name) => /-w(32|64)\.json$/.test(name) && earlierNames.has(name));
  const warmUp: SampleRecord[] = [];
  const measured: SampleRecord[] = [];
  for (const name of files.sort()) {
    const records = JSON.parse(readFileSync(join(folder, name), 'utf8')) as SampleRecord[];
    const takeRandom = (): SampleRecord[] => records.splice(stream.below(records.length), 1);
    for (let i = 0; i < WARM_UP; i++) warmUp.push(...takeRandom());
    for (let i = 0; i < MEASURED; i++) measured.push(...takeRandom());
  }
  return { warmUp, measured };
}

function findModule(packageRoot: string): string {
  // In some earlier builds, the module is in another folder.
  const paths = ['shaders', 'regression'].map((folder) =>
    join(packageRoot, 'dist', folder, 'check', 'check-files.js'),
  );
  return paths.find((path) => existsSync(path)) ?? paths[0]!;
}

/** Runs one round. Counts the requested scenes, even if a build skips equivalent ones. */
function runRound(packageRoot: string, { file, warmUp, variants }: Sample): Round {
  const output = captureOutput(packageRoot, SCRIPT, [findModule(packageRoot), file, String(warmUp)]);
  return { work: variants * SCENES, seconds: Number(output) };
}
