import type { Piscina } from 'piscina';
import { type BuiltModule, builtFile } from '../../bundle/index.js';
import { nearestConfig } from '../extension/nearest-config.js';
import { boundHeap, HEAP_MB, WORKER_EXPORT } from './heap.js';

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

let early: { readonly file: string; readonly threadsMax: number; readonly pool: Piscina } | undefined;

/**
 * Starts threads, so that they load their module while the process loads the command, unless its arguments may ask
 * for others.
 */
export async function startEarly(
  { module, threads, threadsMax }: EarlyThreads,
  words: readonly string[],
): Promise<void> {
  const isDeciding = (word: string): boolean => DECIDING_OPTIONS.some((option) => word.startsWith(option));
  await endUnused();
  if (words.length < 2 || words.some(isDeciding) || nearestConfig() !== undefined) return;
  const { Piscina: Pool } = await import('piscina');
  const file = builtFile(module);
  const pool = new Pool({
    filename: file,
    name: WORKER_EXPORT,
    minThreads: threads,
    maxThreads: threadsMax,
    concurrentTasksPerWorker: 1,
    resourceLimits: boundHeap(HEAP_MB),
  });
  pool.on('error', () => {
    // Without a task there is no caller to report to; the first task will fail with the same error.
  });
  early = { file, threadsMax, pool };
}

/** Ends the threads that an earlier command of this process did not take. */
async function endUnused(): Promise<void> {
  const unused = early;
  early = undefined;
  await unused?.pool.destroy();
}

/**
 * The threads that started early with this module; only once, and only if this many tasks may run on them at once.
 */
export function takeEarly<Task, Result>(file: string, threads: number): Piscina<Task, Result> | undefined {
  if (early === undefined || early.file !== file || early.threadsMax < threads) return undefined;
  const { pool } = early;
  early = undefined;
  return pool as Piscina<Task, Result>;
}
