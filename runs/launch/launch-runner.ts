import { join } from 'node:path';
import { findPackageRoot, runAfter } from '../../harness/basics/index.js';
import { getConfigFile } from '../../harness/extension/index.js';
import { getLimitFactor } from '../../harness/input/index.js';
import {
  type Batch,
  type BatchResult,
  type BatchRunner,
  getAnswerTimeout,
  type TestLimits,
} from '../../harness/workers/index.js';
import type { RequiredFiles } from './greeting.js';
import { launchProcess } from './launched-process.js';
import type { LaunchedWorker } from './pending-work.js';
import { splitTemplate } from './template.js';
import { type LaunchOptions, WorkerSlots } from './worker-slots.js';

/** How to start workers from a template, and which files their tests need. */
interface LaunchRequest {
  readonly template: string;
  readonly workers: number;
  readonly limits: TestLimits;
  readonly needed: RequiredFiles;
  readonly signal?: AbortSignal | undefined;
  readonly onNote?: ((line: string) => void) | undefined;
  readonly times?: LaunchOptions['times'];
}

/** Starts workers from a template. Throws `UsageError` for a template that does not start a worker. */
export function launchWorkers({ template, limits, needed, times, ...others }: LaunchRequest): LaunchRunner {
  const command = splitTemplate(template, getWorkerCommand(needed));
  return new LaunchRunner({
    ...others,
    times: { answer: getAnswerTimeout(limits.ms), ...times },
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

/** Launches workers, and runs batches and reruns on them. */
export class LaunchRunner implements BatchRunner {
  private readonly slots: WorkerSlots;
  /** The workers that ran batches with tests to rerun, keyed by the batch's first test. */
  private readonly workerByFirst = new Map<number, LaunchedWorker>();

  constructor(options: LaunchOptions) {
    this.slots = new WorkerSlots(options);
  }

  get closed(): boolean {
    return this.slots.closed;
  }

  /** Runs a batch. A repeated batch has priority, and goes to a different worker if there is one. */
  async run(batch: Batch): Promise<BatchResult> {
    const { first } = batch;
    const isRepeat = batch.again === true;
    const avoidedWorker = isRepeat ? this.workerByFirst.get(first) : undefined;
    if (isRepeat) this.workerByFirst.delete(first);
    const { result, worker } = await this.slots.ask(batch, isRepeat, avoidedWorker);
    if (!isRepeat && result.digests.length > 0) this.workerByFirst.set(first, worker);
    return result;
  }

  /** Stops the workers, and resolves when all of them have exited. */
  close(): Promise<void> {
    return this.slots.close();
  }
}
