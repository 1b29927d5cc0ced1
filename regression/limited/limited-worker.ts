import '../basics/load-by-import.js';
import { parentPort } from 'node:worker_threads';
import { UsageError } from '../../transactions/index.js';
import { checkTrace, type TraceVerdict } from '../check-trace/check-trace.js';
import { type ExecRequest, type ExecResult, execScene } from '../exec/exec.js';
import { type GoldenRun, type GoldenRunRequest, runGoldenScene } from '../golden/golden-run.js';
import { openCorpus } from '../programs/corpus-files.js';
import type { Ticketed } from '../workers/run-limited.js';
import type { WorkerWord } from '../workers/task-limit.js';

/** What commands have a thread do for them, by name. */
const CALLS = {
  exec: (request: Omit<ExecRequest, 'corpus'>): ExecResult => execScene({ ...request, corpus: openCorpus() }),
  'check-trace': ({ file, scenario }: TraceRequest): Promise<TraceVerdict> => checkTrace(file, scenario),
  golden: (request: GoldenRunRequest): GoldenRun => runGoldenScene(request),
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

/** What a call gave; `wrong` is the message of a `UsageError`, whose class would be lost on its way. */
export type CallOutcome = { readonly value: unknown } | { readonly wrong: string };

/** Task of the worker pool: one call. */
export async function runTask({ ticket, call, request }: Ticketed<LimitedTask>): Promise<CallOutcome> {
  parentPort?.postMessage({ ticket, began: true } satisfies WorkerWord);
  try {
    return { value: await (CALLS[call] as (request: unknown) => unknown)(request) };
  } catch (error) {
    if (error instanceof UsageError) return { wrong: error.message };
    throw error;
  }
}
