import { type BuiltModule, builtFile } from '../built/index.js';
import { findNearestConfig } from '../extension/nearest-config.js';
import { HEAP_MB } from './heap.js';
import { describeInherited, type LimitedThreads, startThreads } from './limited-threads.js';

/** Arguments that may affect which threads a command needs, if any: options, and suites in files. */
const AFFECTS_THREADS =
  /^(?:-h|--(?:config|dry-run|help|launch|limits|queue|rerun|resume|suite-file|test-memory|workers))|\.[cm]?[jt]s$/;

/** The threads that a command needs regardless of its other arguments. */
export interface EarlyThreads {
  /** The module that the threads load. */
  readonly module: BuiltModule;
  readonly threads: number;
  /** The maximum number of threads, reached if tasks run concurrently. */
  readonly maxThreads: number;
}

/**
 * Threads that were started early or left over from an earlier command in this process, since starting threads takes
 * longer than running a short task.
 */
let idle: LimitedThreads | undefined;

/**
 * Starts threads early, so they can load their module while the process loads the command. Does nothing if the
 * command's arguments may require different threads, or if enough threads are already idle.
 */
export async function startEarly(
  { module, threads, maxThreads }: EarlyThreads,
  args: readonly string[],
): Promise<void> {
  if (args.length < 2 || args.some((arg) => AFFECTS_THREADS.test(arg)) || findNearestConfig() !== undefined)
    return;
  if (canUseIdle(maxThreads)) return;
  const { Piscina } = await import('piscina');
  await keepIdle(startThreads(Piscina, builtFile(module), threads, maxThreads));
}

/**
 * Takes the idle threads if there are enough of them to run `threads` tasks at once and they have the environment and
 * suite files that new ones would have. Idle threads always have the default heap limit. Returns undefined if they do
 * not qualify or have already been taken.
 */
export function takeIdle(threads: number): LimitedThreads | undefined {
  if (!canUseIdle(threads)) return undefined;
  const taken = idle;
  idle = undefined;
  return taken;
}

/**
 * Returns whether there are enough idle threads to run `threads` tasks at once and they have the environment and suite
 * files that new ones would have.
 */
function canUseIdle(threads: number): boolean {
  return idle !== undefined && idle.maxThreads >= threads && idle.inherited === describeInherited();
}

/**
 * Keeps threads for later tasks in this process and terminates any that were kept earlier. Threads without the default
 * heap limit are terminated instead. The threads must have no task, configuration or suite file of their own.
 */
export async function keepIdle(threads: LimitedThreads): Promise<void> {
  const obsolete = threads.heapMb === HEAP_MB ? idle : threads;
  if (obsolete !== threads) idle = threads;
  await obsolete?.pool.destroy();
}
