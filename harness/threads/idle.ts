import { type BuiltModule, builtFile } from '../../bundle/index.js';
import { nearestConfig } from '../extension/nearest-config.js';
import { HEAP_MB } from './heap.js';
import { inheritedNow, type LimitedThreads, startThreads } from './limited-threads.js';

/** Options with which a command needs other threads, or none. */
const DECIDING_OPTIONS: readonly string[] = [
  '--config',
  '--help',
  '-h',
  '--limits',
  '--suite-file',
  '--test-memory',
  '--workers',
];

/** Threads that a command needs regardless of its other arguments. */
export interface EarlyThreads {
  /** The module that they load. */
  readonly module: BuiltModule;
  readonly threads: number;
  /** How many may be added for tasks at the same time. */
  readonly threadsMax: number;
}

/** Started early, or left by an earlier command of this process: starting threads takes longer than a short task. */
let idle: LimitedThreads | undefined;

/**
 * Starts threads, so that they load their module while the process loads the command, unless its arguments may ask
 * for others, or enough are idle.
 */
export async function startEarly(
  { module, threads, threadsMax }: EarlyThreads,
  words: readonly string[],
): Promise<void> {
  const isDeciding = (word: string): boolean => DECIDING_OPTIONS.some((option) => word.startsWith(option));
  if (words.length < 2 || words.some(isDeciding) || nearestConfig() !== undefined) return;
  if (areIdle(threadsMax)) return;
  const { Piscina } = await import('piscina');
  await leaveIdle(startThreads(Piscina, builtFile(module), threads, threadsMax));
}

/**
 * Idle threads with the default heap, if this many tasks may run on them at once and new ones would inherit the same; only
 * once. Undefined otherwise.
 */
export function takeIdle(threads: number): LimitedThreads | undefined {
  if (!areIdle(threads)) return undefined;
  const taken = idle;
  idle = undefined;
  return taken;
}

/** Whether idle threads would serve this many tasks at once, and new ones would inherit the same. */
function areIdle(threads: number): boolean {
  return idle !== undefined && idle.threadsMax >= threads && idle.inherited === inheritedNow();
}

/**
 * Leaves threads to later tasks of this process, and ends those left before; threads with another heap than the default are
 * ended instead. The threads must have no task, no configuration and no suite file of their own.
 */
export async function leaveIdle(threads: LimitedThreads): Promise<void> {
  const ended = threads.heapMb === HEAP_MB ? idle : threads;
  if (ended !== threads) idle = threads;
  await ended?.pool.destroy();
}
