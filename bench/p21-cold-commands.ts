import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackageRoot } from '../base/basics/index.js';
import { findEarlierBuild, NO_EARLIER_BUILD } from './earlier-build.js';
import { createTimedSide, measureInterleaved } from './harness.js';
import { type Comparison, compare, type Measurement, type Metric } from './metric.js';

const PROGRAM = 'alpha_to_coverage/navi31/w32/mono';
const CHECK = ['check', join(findPackageRoot(), 'data', 'corpus', 'navi31-w32.json'), '--only', PROGRAM];
const REPLAY = ['replay', 'smoke:rmw_buffer@0x1f', '--fault', 'F46'];

/** P21: rate of checking one corpus program in a new process. */
export const p21ColdCheck = compareWithEarlierBuild('P21', 'cold-start rate of check on one program', [
  { name: 'check', args: CHECK, floor: 2, target: 2.8 },
]);

/** P22: rate of replaying a failure in a new process, with and without `--why`. */
export const p22ColdReplay = compareWithEarlierBuild('P22', 'rate of cold-start replays of a failure', [
  { name: 'replay', args: REPLAY, floor: 1.5, target: 2 },
  { name: 'replay --why', args: [...REPLAY, '--why'], floor: 1.5, target: 2 },
]);

/** A command, with the minimum and target speed-up over the earlier build. */
interface ColdCommand {
  readonly name: string;
  readonly args: readonly string[];
  readonly floor: number;
  readonly target: number;
}

function compareWithEarlierBuild(id: string, rate: string, commands: readonly ColdCommand[]): Metric {
  return {
    id,
    title: `${rate}, compared with an earlier build`,
    unit: 'starts/s',
    measure: async (rounds): Promise<Measurement> => {
      const earlier = findEarlierBuild();
      if (earlier === undefined) return { comparisons: [], skipped: [NO_EARLIER_BUILD] };
      const comparisons: Comparison[] = [];
      for (const command of commands) comparisons.push(await compareBuilds(command, earlier, rounds));
      return { comparisons, skipped: [] };
    },
  };
}

async function compareBuilds(
  { name, args, floor, target }: ColdCommand,
  earlier: string,
  rounds: number,
): Promise<Comparison> {
  const [current, previous] = await measureInterleaved(
    [
      createTimedSide(`${name}, this build`, 1, async () => runCommand(findPackageRoot(), args)),
      createTimedSide(`${name}, earlier build`, 1, async () => runCommand(earlier, args)),
    ] as const,
    rounds,
  );
  return compare(current, previous, floor, target);
}

/**
 * Runs a build's command in a new process. The working directory is an empty folder because `--why` writes an image.
 * Throws if there is no verdict.
 */
function runCommand(build: string, args: readonly string[]): void {
  const main = join(build, 'dist', 'cli', 'main.js');
  const folder = mkdtempSync(join(tmpdir(), 'pops-tb-p21-'));
  const { status } = spawnSync(process.execPath, [main, ...args], { cwd: folder, stdio: 'ignore' });
  rmSync(folder, { recursive: true });
  if (status !== 0 && status !== 1)
    throw new Error(`pops-tb ${args.join(' ')} in ${build} exited with ${status}`);
}
