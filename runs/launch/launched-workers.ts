import { join } from 'node:path';
import { findPackageRoot, runAfter } from '../../harness/basics/index.js';
import { getConfigFile } from '../../harness/extension/index.js';
import { getLimitFactor } from '../../harness/input/index.js';
import type { TestLimits } from '../../harness/workers/index.js';
import type { RequiredFiles } from './greeting.js';
import { LaunchRunner } from './launch-runner.js';
import { launchProcess } from './launched-process.js';
import { splitTemplate } from './template.js';
import type { LaunchOptions } from './worker-slots.js';

/** How to start workers from a template, and which files their tests need. */
interface LaunchRequest {
  readonly template: string;
  readonly workers: number;
  readonly limits: TestLimits;
  readonly needed: RequiredFiles;
  readonly signal?: AbortSignal | undefined;
  readonly onNote?: ((line: string) => void) | undefined;
  readonly times?: NonNullable<LaunchOptions['times']>;
}

/** Starts workers from a template. Throws `UsageError` for a template that does not start a worker. */
export function launchWorkers({ template, limits, needed, ...others }: LaunchRequest): LaunchRunner {
  const command = splitTemplate(template, getWorkerCommand(needed));
  return new LaunchRunner({
    ...others,
    launch: (listener) => launchProcess({ command, limits, needed }, listener),
    after: (ms, callback) => {
      const timer = runAfter(ms, callback);
      return () => clearTimeout(timer);
    },
  });
}

/** The path, within the package, of the script that `pops-tb` runs. */
const MAIN = join('dist', 'cli', 'main.js');

/** Returns the command that replaces `{worker}`: this program with the run's files. */
function getWorkerCommand({ suiteFile }: RequiredFiles): readonly string[] {
  return [
    process.execPath,
    join(findPackageRoot(), MAIN),
    'worker',
    '--stdio',
    ...(suiteFile === undefined ? [] : ['--suite-file', suiteFile.path]),
    '--config',
    getConfigFile()?.path ?? 'none',
    ...(getLimitFactor() > 1 ? ['--limits', String(getLimitFactor())] : []),
  ];
}
