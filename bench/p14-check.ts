import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measureInterleaved, type Round } from './harness.js';
import { compare, type Measurement, type Metric } from './metric.js';
import { projectRoot } from './project-root.js';

const FLOOR = 2;
const AIM = 5;

/** The clone of an earlier commit that this one is held against. */
const EARLIER = process.env.POPS_TB_EARLIER;

/** A corpus file of each generation. */
const SAMPLE = ['vega10-w64', 'navi21-w32', 'navi31-w64'];

/** Checks the files that it is told and prints its own processor time; both builds have this much of `checkFiles`. */
const SCRIPT = `
const { checkFiles } = await import(process.argv[1]);
const files = process.argv.slice(2);
for await (const { verdict } of checkFiles({ files, seeds: 8, seed: '0xc4ec', workers: 1, onUnreadable() {} })) void verdict;
const { user, system } = process.cpuUsage();
console.log((user + system) / 1e6);
`;

/** P14: what `check` of corpus files takes, beside an earlier build. */
export const p14Check: Metric = {
  id: 'P14',
  title: 'check of corpus files, all variants, eight scenes, beside an earlier build',
  unit: 'files/s',
  measure: async (rounds): Promise<Measurement> => {
    const earlier = EARLIER;
    if (earlier === undefined || !existsSync(moduleOf(earlier))) {
      const install =
        'git worktree add ../earlier d76defa, npm ci && npm run build there, POPS_TB_EARLIER=../earlier';
      return { comparisons: [], skipped: [{ comparator: 'earlier build', install }] };
    }
    const [now, before] = await measureInterleaved(
      [
        { name: 'this build', round: () => checked(projectRoot()) },
        { name: 'earlier build', round: () => checked(earlier) },
      ] as const,
      rounds,
    );
    return { comparisons: [compare(now, before, FLOOR, AIM)], skipped: [] };
  },
};

function moduleOf(clone: string): string {
  return join(clone, 'dist', 'regression', 'check', 'check-files.js');
}

function checked(clone: string): Round {
  const files = SAMPLE.map((name) => join(clone, 'data', 'corpus', `${name}.json`));
  const arguments_ = ['--input-type=module', '-e', SCRIPT, moduleOf(clone), ...files];
  const printed = execFileSync(process.execPath, arguments_, { cwd: clone, encoding: 'utf8' });
  return { work: files.length, seconds: Number(printed) };
}
