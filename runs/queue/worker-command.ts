import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import {
  collectRepeated,
  makeDurationParser,
  QUEUE_KEY_FILE_OPTION,
  QUEUE_VARIABLE,
  WORKERS_OPTION,
} from '../../harness/options/index.js';
import { allowSuiteFile } from '../../harness/suite-files/index.js';
import {
  EXIT,
  type FinishCommand,
  printNote,
  sendText,
  watchInterrupts,
} from '../../harness/terminal/index.js';
import { createPool } from '../../harness/workers/index.js';
import { UsageError } from '../../transactions/index.js';
import { serveStdio } from '../launch/serve-stdio.js';
import { readQueueKey } from './queue-key.js';
import { serveQueue } from './serve-queue.js';

const EXAMPLES = `
Executes tests for runs with the same --queue, version and commit, until Ctrl-C or SIGTERM; with --stdio, until the
input ends. The first Ctrl-C finishes the tests in progress; the second exits at once. Set NODE_EXTRA_CA_CERTS to trust your own certificate. Put an address with a password in
POPS_TB_QUEUE, not on the command line, which every user of the machine can read.

Examples:
  pops-tb worker --queue redis://host                    one thread per processor of this machine
  pops-tb worker --queue rediss://:PASSWORD@host:6380    with a password, over TLS
  pops-tb worker --queue redis://host --workers 4 --lease 30s
                                                         four threads; treated as lost after 30 s without a heartbeat
  pops-tb worker --queue redis://host --queue-key-file key.txt --suite-file my-suite.ts
                                                         accept only signed jobs, and tests from a custom suite
`;

const DEFAULT_LEASE_MS = 15_000;

interface WorkerOptions {
  readonly queue?: string;
  readonly stdio?: true;
  readonly workers?: number;
  readonly lease?: number;
  readonly queueKeyFile?: string;
  readonly suiteFile?: readonly string[];
}

/** Adds the arguments and options for `worker`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .addOption(
      new Option('--queue <url>', 'redis://HOST:PORT, or rediss://HOST:PORT for TLS').env(QUEUE_VARIABLE),
    )
    .option('--stdio', 'take tests from standard input, as the workers of "run --launch" do')
    .addOption(WORKERS_OPTION)
    .option(
      '--lease <duration>',
      'how long this worker may go without a heartbeat before its tests are reassigned (default: 15s)',
      makeDurationParser('--lease'),
    )
    .addOption(QUEUE_KEY_FILE_OPTION)
    .option(
      '--suite-file <file>',
      'suite file whose tests this worker may run; may be repeated (default: built-in suites only)',
      collectRepeated,
    )
    .addHelpText('after', EXAMPLES)
    .action(async (options: WorkerOptions) => {
      if (options.stdio === true) await workOnStdio(command, options);
      else await workOnQueue(options);
      finish(EXIT.OK);
    });
}

/** Options that only apply to a queue, since a launched worker has a single thread. */
const QUEUE_OPTIONS: readonly string[] = ['queue', 'workers', 'lease', 'queueKeyFile'];

/** Runs batches from standard input, one at a time. The number of workers is set with `run --workers`. */
async function workOnStdio(command: Command, { suiteFile = [] }: WorkerOptions): Promise<void> {
  const conflict = command.options.find(
    (option) =>
      QUEUE_OPTIONS.includes(option.attributeName()) &&
      command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (conflict !== undefined)
    throw new UsageError(`Cannot use ${conflict.long} with --stdio: it only applies to a queue`);
  for (const file of suiteFile) allowSuiteFile(file);
  await serveStdio({
    input: process.stdin,
    send: sendText,
    start: (limits) => createPool({ workers: 1, limits }),
    onNote: printNote,
  });
}

async function workOnQueue(options: WorkerOptions): Promise<void> {
  const { queue, workers = availableParallelism(), lease, queueKeyFile, suiteFile = [] } = options;
  if (queue === undefined)
    throw new UsageError(
      'Missing --queue: expected redis://HOST:PORT, or --stdio for a worker of "run --launch"',
    );
  const key = queueKeyFile === undefined ? undefined : readQueueKey(queueKeyFile);
  for (const file of suiteFile) allowSuiteFile(file);
  const { signal, stop } = watchInterrupts(
    'Stopping: finishing the tests in progress; interrupt again to exit immediately',
  );
  try {
    const tests = await serveQueue({
      url: queue,
      key,
      workers,
      leaseMs: lease ?? DEFAULT_LEASE_MS,
      start: (limits) => createPool({ workers, limits }),
      signal,
      onNote: printNote,
    });
    printNote(`Tests run by this worker: ${tests}`);
  } finally {
    stop();
  }
}
