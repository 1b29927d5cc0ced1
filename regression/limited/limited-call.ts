import { builtFile } from '../../bundle/index.js';
import { UsageError } from '../../transactions/index.js';
import type { TestLimits } from '../workers/pool.js';
import { runLimited } from '../workers/run-in-order.js';
import type { CallOutcome, LimitedCalls, LimitedTask, PlainError } from './limited-worker.js';

/** Result of a call, or why its worker was lost, in one line. */
export type LimitedResult<T> = { readonly value: T } | { readonly lost: string };

/** Result type of a call of this name. */
type ValueOf<K extends keyof LimitedCalls> = Awaited<ReturnType<LimitedCalls[K]>>;

/**
 * Makes calls one after another on a separate thread, so that no input can exceed these limits. Throws the error of a
 * call, `UsageError` for wrong input. If a call has parts, the time limit may apply to each of them. `hear` gets
 * messages of a call before its result. `signal` ends the calls: they are lost.
 */
export async function* callsLimited<K extends keyof LimitedCalls>(
  call: K,
  requests: readonly Parameters<LimitedCalls[K]>[0][],
  limits: TestLimits,
  hear?: (said: string) => void,
  signal?: AbortSignal,
): AsyncGenerator<LimitedResult<ValueOf<K>>> {
  const outcomes = runLimited<LimitedTask, CallOutcome | { readonly lost: string }>(
    builtFile('regression/limited/limited-worker.js'),
    requests.map((request) => ({ call, request }) as LimitedTask),
    {
      workers: 1,
      limits,
      lost: (_task, reason) => ({ lost: reason }),
      ...(hear === undefined ? {} : { hear }),
      ...(signal === undefined ? {} : { signal }),
    },
  );
  for await (const outcome of outcomes) {
    if ('thrown' in outcome) throw errorOf(outcome.thrown);
    yield outcome as LimitedResult<ValueOf<K>>;
  }
}

function errorOf(thrown: PlainError): Error {
  return thrown.name === 'UsageError'
    ? new UsageError(thrown.message)
    : Object.assign(new Error(thrown.message), thrown);
}
