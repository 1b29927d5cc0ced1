import '../basics/load-by-import.js';
import { parentPort } from 'node:worker_threads';
import { checkAndFit, checkTrace } from '../check-trace/check-trace.js';
import type { TraceOptions, TraceVerdict } from '../check-trace/trace-judge.js';
import { type ExecRequest, type ExecResult, execScene } from '../exec/exec.js';
import { openConfigInThread } from '../extension/opened-config.js';
import { type GoldenRun, type GoldenRunRequest, runGoldenScene } from '../golden/golden-run.js';
import { openCorpus } from '../programs/corpus-files.js';
import type { Ticketed } from '../workers/run-in-order.js';
import type { WorkerWord } from '../workers/task-limit.js';
import { type TriageRequest, triageStored } from './limited-triage.js';
import { type Replayed, type ReplayRequest, replayTest } from './replay.js';

/** What commands have a thread do for them, by name. */
const CALLS = {
  exec: (request: Omit<ExecRequest, 'corpus'>): ExecResult => execScene({ ...request, corpus: openCorpus() }),
  'check-trace': (
    { file, scenario, fit, ...options }: TraceRequest,
    begin: () => void,
    say: (text: string) => void,
  ): Promise<TraceVerdict> =>
    (fit ? checkAndFit : checkTrace)(file, scenario, {
      ...options,
      onArrival: begin,
      onCertain: ({ rule, cycle, observed }, place) =>
        say(`${place}: ${rule} at cycle ${cycle}: ${observed}`),
    }),
  golden: (request: GoldenRunRequest): GoldenRun => runGoldenScene(request),
  replay: (request: ReplayRequest, begin: () => void): Promise<Replayed> => replayTest(request, begin),
  triage: (request: TriageRequest, _begin: () => void, say: (text: string) => void): Promise<void> =>
    triageStored(request, (word) => say(JSON.stringify(word))),
} as const;

/** A trace, the scenario file that says what ran, and how to judge it. */
export interface TraceRequest extends Omit<TraceOptions, 'onCertain' | 'onArrival' | 'onScenario'> {
  readonly file: string;
  readonly scenario: string | undefined;
  /** Whether to find the freedoms under which the trace is legal. */
  readonly fit: boolean;
}

/** A call may restart its time limit, and send messages before its result. */
type Call = (request: unknown, begin: () => void, say: (text: string) => void) => unknown;

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

/** Task of the worker pool: one call. Its time limit starts now, and again whenever the call says so. */
export async function runTask({ ticket, call, request }: Ticketed<LimitedTask>): Promise<CallOutcome> {
  const begin = (): void => parentPort?.postMessage({ ticket, began: true } satisfies WorkerWord);
  const say = (said: string): void => parentPort?.postMessage({ ticket, said } satisfies WorkerWord);
  begin();
  try {
    await openConfigInThread();
    return { value: await (CALLS[call] as Call)(request, begin, say) };
  } catch (error) {
    const { name, message, stack, code, path } = error as NodeJS.ErrnoException;
    return { thrown: { name, message, stack, code, path } as PlainError };
  }
}
