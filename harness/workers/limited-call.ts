import { present } from '../../arch/index.js';
import { UsageError } from '../../transactions/index.js';
import { type BuiltModule, builtFile } from '../built/index.js';
import { LimitedPool, type TaskWatch } from './limited-pool.js';
import type { CallOutcome, LimitedTask, PlainError } from './limited-task.js';
import type { TestLimits } from './task-limit.js';

/** The value that a call returned, or a one-line reason why its worker was lost. */
export type LimitedResult<T> = { readonly value: T } | { readonly lost: string };

type Outcome<Value> = CallOutcome<Value> | { readonly lost: string; readonly hasUserCode?: undefined };

/**
 * Makes calls one after another on a separate thread, so that the limits apply to any input. The thread runs
 * `worker`, which exports the result of `makeLimitedTask`. Rethrows a call's errors, such as `UsageError` for invalid
 * input. A call may restart its time limit between steps. `onMessage` receives a call's messages before its result.
 * `signal` cancels the remaining calls, which are then reported as lost.
 */
export async function* callWithLimits<Request, Value>(
  worker: BuiltModule,
  requests: readonly Request[],
  limits: TestLimits,
  onMessage?: (message: string) => void,
  signal?: AbortSignal,
): AsyncGenerator<LimitedResult<Value>> {
  const calls = new LimitedCaller<Request, Value>(worker, limits);
  const watch = present({ onMessage, signal });
  try {
    for (const request of requests) yield await calls.call(request, watch);
  } finally {
    await calls.close();
  }
}

/** Observes a call and can stop it. */
interface CallWatch extends Pick<TaskWatch, 'ms' | 'signal'> {
  /** Receives the messages that the call sends before its result. */
  readonly onMessage?: (message: string) => void;
}

/** Like `callWithLimits`, but makes calls as requests arrive, on one thread or several. */
export class LimitedCaller<Request, Value> {
  private readonly pool: LimitedPool<LimitedTask<Request>, Outcome<Value>>;

  constructor(worker: BuiltModule, limits: TestLimits, workers = 1) {
    this.pool = new LimitedPool(builtFile(worker), {
      workers,
      limits,
      onLost: (_task, reason) => ({ lost: reason }),
    });
  }

  /** Makes a call, optionally with its own time limit. */
  async call(request: Request, { onMessage, ...watch }: CallWatch = {}): Promise<LimitedResult<Value>> {
    const outcome = await this.pool.run(
      { request },
      {
        ...watch,
        onMessage: (message) => {
          if ('message' in message) onMessage?.(message.message);
        },
      },
    );
    if (outcome.hasUserCode === true) this.pool.discardThreads();
    if ('thrown' in outcome) throw restoreError(outcome.thrown);
    return outcome;
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

function restoreError(thrown: PlainError): Error {
  return thrown.name === 'UsageError'
    ? new UsageError(thrown.message)
    : Object.assign(new Error(thrown.message), thrown);
}
