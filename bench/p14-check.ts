import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureInterleaved, type Round } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { projectRoot } from './project-root.js';

const FLOOR = 2;
const AIM = 5;

/** The clone of an earlier commit that this one is held against. */
const EARLIER = process.env.POPS_TB_EARLIER;

/** Programs that warm the engine up, and those that are measured, by corpus file. */
const WARM_UP: readonly (readonly [file: string, id: string])[] = [
  ['vega10-w64', 'rmw_buffer/vega10/w64/mono'],
  ['navi10-w32', 'oit_loop/navi10/w32/mono'],
  ['navi21-w32', 'rmw_image/navi21/w32/mono'],
  ['navi31-w64', 'rmw_buffer/navi31/w64/mono'],
];
const MEASURED: readonly (readonly [file: string, id: string])[] = [
  ['vega10-w64', 'oit_loop/vega10/w64/mono'],
  ['navi10-w32', 'wide_rmw/navi10/w32/mono'],
  ['navi21-w32', 'cond_uniform/navi21/w32/mono'],
  ['navi31-w64', 'switch_section/navi31/w64/mono'],
];

const SCENES = 8;

/**
 * Checks a corpus file in one thread and prints the processor time of the process from the verdict of program number
 * `process.argv[3]` on; both builds have this much of `checkFiles`.
 */
const SCRIPT = `
const { checkFiles } = await import(process.argv[1]);
const request = { files: [process.argv[2]], seeds: ${SCENES}, seed: '0xc4ec', workers: 1, onUnreadable() {} };
let verdicts = 0;
let begin;
for await (const { id, verdict } of checkFiles(request)) {
  if (verdict !== 'pass') throw new Error(id + ': ' + verdict);
  if (++verdicts === Number(process.argv[3])) begin = process.cpuUsage();
}
const { user, system } = process.cpuUsage(begin);
console.log((user + system) / 1e6);
`;

/** P14: what `check` of corpus programs takes, beside an earlier build. */
export const p14Check: Metric = {
  id: 'P14',
  title: 'scenes of check that corpus programs were asked for, beside an earlier build',
  unit: 'scenes/s',
  measure: async (rounds): Promise<Measurement> => {
    const earlier = EARLIER;
    if (earlier === undefined || !existsSync(moduleOf(earlier))) {
      const install =
        'git worktree add ../earlier d76defa, npm ci && npm run build there, POPS_TB_EARLIER=../earlier';
      return { comparisons: [], skipped: [{ comparator: 'earlier build', install }] };
    }
    const folder = mkdtempSync(join(tmpdir(), 'pops-tb-p14-'));
    try {
      const file = join(folder, 'sample.json');
      const records = [...WARM_UP, ...MEASURED].map(recordOf);
      writeFileSync(file, JSON.stringify(records));
      const variants = records
        .slice(WARM_UP.length)
        .reduce((sum, { variants: { length } }) => sum + length, 0);
      const [now, before] = await measureInterleaved(
        [
          { name: 'this build', round: () => checked(projectRoot(), file, variants) },
          { name: 'earlier build', round: () => checked(earlier, file, variants) },
        ] as const,
        rounds,
      );
      return { comparisons: [compare(now, before, FLOOR, AIM)], skipped: [] };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

interface SampleRecord {
  readonly id: string;
  readonly variants: readonly unknown[];
}

function recordOf([name, id]: readonly [file: string, id: string]): SampleRecord {
  const path = join(projectRoot(), 'data', 'corpus', `${name}.json`);
  const records = JSON.parse(readFileSync(path, 'utf8')) as SampleRecord[];
  const record = records.find((each) => each.id === id);
  if (record === undefined) throw new Error(`${path} has no program ${id}`);
  return record;
}

function moduleOf(clone: string): string {
  return join(clone, 'dist', 'regression', 'check', 'check-files.js');
}

/** Scenes asked for count, whether a build runs each of them or finds that some say the same. */
function checked(clone: string, file: string, variants: number): Round {
  const arguments_ = ['--input-type=module', '-e', SCRIPT, moduleOf(clone), file, String(WARM_UP.length)];
  const printed = execFileSync(process.execPath, arguments_, { cwd: clone, encoding: 'utf8' });
  return { work: variants * SCENES, seconds: Number(printed) };
}
