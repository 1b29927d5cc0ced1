import { join } from 'node:path';
import { after, packageRoot } from '../../base/basics/index.js';
import { raisedLimits } from '../../base/input/index.js';
import { configFile } from '../../harness/extension/index.js';
import type { BatchRunner, TestLimits } from '../../harness/workers/index.js';
import type { Needed } from './greeting.js';
import { type LaunchOptions, LaunchRunner } from './launch-runner.js';
import { launchProcess } from './launched-process.js';
import { launchWords } from './template.js';

/** Workers to start with a template, and what their tests need. */
export interface LaunchedWorkers {
  readonly template: string;
  readonly workers: number;
  readonly limits: TestLimits;
  readonly needed: Needed;
  readonly signal?: AbortSignal | undefined;
  readonly onNote?: (line: string) => void;
  readonly times?: NonNullable<LaunchOptions['times']>;
}

/** Starts the workers of a template. Throws `UsageError` for a template that starts none. */
export function launchWorkers({ template, limits, needed, ...others }: LaunchedWorkers): BatchRunner {
  const words = launchWords(template, workerWords(needed));
  return new LaunchRunner({
    ...others,
    launch: (listener) => launchProcess({ words, limits, needed }, listener),
    after: (ms, act) => {
      const timer = after(ms, act);
      return () => clearTimeout(timer);
    },
  });
}

/** The file of the package that is called as `pops-tb`. */
const MAIN = join('dist', 'cli', 'main.js');

/** The command that `{worker}` stands for: this program, with the files that the run has. */
export function workerWords({ suiteFile }: Needed): readonly string[] {
  return [
    process.execPath,
    join(packageRoot(), MAIN),
    'worker',
    '--stdio',
    ...(suiteFile === undefined ? [] : ['--suite-file', suiteFile.path]),
    '--config',
    configFile()?.path ?? 'none',
    ...(raisedLimits() > 1 ? ['--limits', String(raisedLimits())] : []),
  ];
}
