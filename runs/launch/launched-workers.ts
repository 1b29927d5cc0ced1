import { join } from 'node:path';
import { after, packageRoot } from '../../base/basics/index.js';
import { raisedLimits } from '../../base/input/index.js';
import { getConfigFile } from '../../harness/extension/index.js';
import type { TestLimits } from '../../harness/workers/index.js';
import type { Needed } from './greeting.js';
import { LaunchRunner } from './launch-runner.js';
import { launchProcess } from './launched-process.js';
import { splitTemplate } from './template.js';
import type { LaunchOptions } from './worker-places.js';

/** How to start workers from a template, and what their tests need. */
export interface LaunchedWorkers {
  readonly template: string;
  readonly workers: number;
  readonly limits: TestLimits;
  readonly needed: Needed;
  readonly signal?: AbortSignal | undefined;
  readonly onNote?: (line: string) => void;
  readonly times?: NonNullable<LaunchOptions['times']>;
}

/** Starts workers from a template. Throws `UsageError` for a template that does not start a worker. */
export function launchWorkers({ template, limits, needed, ...others }: LaunchedWorkers): LaunchRunner {
  const command = splitTemplate(template, workerCommand(needed));
  return new LaunchRunner({
    ...others,
    launch: (listener) => launchProcess({ command, limits, needed }, listener),
    after: (ms, act) => {
      const timer = after(ms, act);
      return () => clearTimeout(timer);
    },
  });
}

/** The package file that `pops-tb` runs. */
const MAIN = join('dist', 'cli', 'main.js');

/** The command that replaces `{worker}`: this program and the run's files. */
export function workerCommand({ suiteFile }: Needed): readonly string[] {
  return [
    process.execPath,
    join(packageRoot(), MAIN),
    'worker',
    '--stdio',
    ...(suiteFile === undefined ? [] : ['--suite-file', suiteFile.path]),
    '--config',
    getConfigFile()?.path ?? 'none',
    ...(raisedLimits() > 1 ? ['--limits', String(raisedLimits())] : []),
  ];
}
