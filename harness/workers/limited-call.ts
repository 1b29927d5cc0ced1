import { type BuiltModule, builtFile } from '../../bundle/index.js';
import { UsageError } from '../../transactions/index.js';
import type { CallOutcome, LimitedTask, PlainError } from './limited-task.js';
import type { TestLimits } from './pool.js';
import { runLimited } from './run-in-order.js';

/** Result of a call, or why its worker was lost, in one line. */
export type LimitedResult<T> = { readonly value: T } | { readonly lost: string };

/**
 * Makes calls one after another on a separate thread, so that no input can exceed these limits; the thread runs `worker`, which
 * exports a `limitedTask`. Throws the error of a call, `UsageError` for wrong input. If a call has parts, the time limit may
 * apply to each of them. `hear` receives a call's messages before its result. `signal` cancels the calls: they are lost.
 */
export async function* callsLimited<Request, Value>(
  worker: BuiltModule,
  requests: readonly Request[],
  limits: TestLimits,
  hear?: (said: string) => void,
  signal?: AbortSignal,
): AsyncGenerator<LimitedResult<Value>> {
  const outcomes = runLimited<LimitedTask<Request>, CallOutcome<Value> | { readonly lost: string }>(
    builtFile(worker),
    requests.map((request) => ({ request })),
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
    yield outcome;
  }
}

function errorOf(thrown: PlainError): Error {
  return thrown.name === 'UsageError'
    ? new UsageError(thrown.message)
    : Object.assign(new Error(thrown.message), thrown);
}
