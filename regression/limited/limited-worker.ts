import '../basics/load-by-import.js';
import { parentPort } from 'node:worker_threads';
import { checkTrace, type TraceVerdict } from '../check-trace/check-trace.js';
import { type ExecRequest, type ExecResult, execScene } from '../exec/exec.js';
import { openConfigInThread } from '../extension/opened-config.js';
import { type GoldenRun, type GoldenRunRequest, runGoldenScene } from '../golden/golden-run.js';
import { openCorpus } from '../programs/corpus-files.js';
import type { Ticketed } from '../workers/run-limited.js';
import type { WorkerWord } from '../workers/task-limit.js';
import { type Replayed, type ReplayRequest, replayTest } from './replay.js';

/** What commands have a thread do for them, by name. */
const CALLS = {
  exec: (request: Omit<ExecRequest, 'corpus'>): ExecResult => execScene({ ...request, corpus: openCorpus() }),
  'check-trace': ({ file, scenario }: TraceRequest): Promise<TraceVerdict> => checkTrace(file, scenario),
  golden: (request: GoldenRunRequest): GoldenRun => runGoldenScene(request),
  replay: (request: ReplayRequest, begin: () => void): Promise<Replayed> => replayTest(request, begin),
} as const;

/** A trace, and the scenario file that says what ran. */
export interface TraceRequest {
  readonly file: string;
  readonly scenario: string | undefined;
}

/** The calls by name. */
export type LimitedCalls = typeof CALLS;

/** One call and what it was asked. */
export type LimitedTask = {
  readonly [K in keyof LimitedCalls]: {
    readonly call: K;
    readonly request: Parameters<LimitedCalls[K]>[0];
  };
}[keyof LimitedCalls];

/** Result of a call, or the remains of its error: threads do not pass on its class, name or code. */
export type CallOutcome = { readonly value: unknown } | { readonly thrown: PlainError };

/** An error as plain data. */
export type PlainError = Pick<NodeJS.ErrnoException, 'name' | 'message' | 'stack' | 'code' | 'path'>;

/** Task of the worker pool: one call. Its time begins now, and again whenever the call says so. */
export async function runTask({ ticket, call, request }: Ticketed<LimitedTask>): Promise<CallOutcome> {
  const begin = (): void => parentPort?.postMessage({ ticket, began: true } satisfies WorkerWord);
  begin();
  try {
    await openConfigInThread();
    return { value: await (CALLS[call] as (request: unknown, begin: () => void) => unknown)(request, begin) };
  } catch (error) {
    const { name, message, stack, code, path } = error as NodeJS.ErrnoException;
    return { thrown: { name, message, stack, code, path } as PlainError };
  }
}
