import { builtFile } from '../../bundle/index.js';
import { UsageError } from '../../transactions/index.js';
import type { TestLimits } from '../workers/pool.js';
import { runLimited } from '../workers/run-limited.js';
import type { CallOutcome, LimitedCalls, LimitedTask, PlainError } from './limited-worker.js';

/** Result of a call, or why its worker was lost, in one line. */
export type LimitedResult<T> = { readonly value: T } | { readonly lost: string };

/** Result type of a call of this name. */
type ValueOf<K extends keyof LimitedCalls> = Awaited<ReturnType<LimitedCalls[K]>>;

/**
 * Calls one after another on a thread of their own, so that whatever one of them reads costs no more than these limits. Throws
 * what a call throws, `UsageError` for wrong input. Where a call has parts, the limit of time may hold for each of them. `hear` is told what a call says ahead of its
 * result.
 */
export async function* callsLimited<K extends keyof LimitedCalls>(
  call: K,
  requests: readonly Parameters<LimitedCalls[K]>[0][],
  limits: TestLimits,
  hear?: (said: string) => void,
): AsyncGenerator<LimitedResult<ValueOf<K>>> {
  const outcomes = runLimited<LimitedTask, CallOutcome | { readonly lost: string }>(
    builtFile('regression/limited/limited-worker.js'),
    requests.map((request) => ({ call, request }) as LimitedTask),
    {
      workers: 1,
      limits,
      lost: (_task, reason) => ({ lost: reason }),
      ...(hear === undefined ? {} : { hear }),
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
