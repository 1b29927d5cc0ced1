import { parentPort } from 'node:worker_threads';
import { getConfigFile } from '../extension/config-file.js';
import { openConfigInThread } from '../extension/loaded-config.js';
import { hasUserSuiteFile } from '../suite-files/index.js';
import type { WithTicket } from './limited-pool.js';
import type { WorkerMessage } from './task-limit.js';

/**
 * Work that a command delegates to a thread. It may restart its time limit, and may send messages before its result.
 */
type LimitedCall<Request, Value> = (
  request: Request,
  begin: () => void,
  send: (text: string) => void,
) => Value | Promise<Value>;

/** A call's request. */
export interface LimitedTask<Request> {
  readonly request: Request;
}

/** A call's result, or its error as plain data, because errors lose their class, name and code between threads. */
export type CallOutcome<Value> = ({ readonly value: Value } | { readonly thrown: PlainError }) & {
  /** Whether the thread has referenced or loaded a user's suite or configuration file. */
  readonly hasUserCode: boolean;
};

/** An error as plain data. */
export type PlainError = Pick<NodeJS.ErrnoException, 'name' | 'message' | 'stack' | 'code' | 'path'>;

/** Creates a worker's task from a call. The time limit starts with the task and restarts when the call requests it. */
export function makeLimitedTask<Request, Value>(
  call: LimitedCall<Request, Value>,
): (task: WithTicket<LimitedTask<Request>>) => Promise<CallOutcome<Value>> {
  return async ({ ticket, request }) => {
    const begin = (): void => parentPort?.postMessage({ ticket, began: true } satisfies WorkerMessage);
    const send = (message: string): void =>
      parentPort?.postMessage({ ticket, message } satisfies WorkerMessage);
    begin();
    try {
      await openConfigInThread();
      return { value: await call(request, begin, send), hasUserCode: hasUserCode() };
    } catch (error) {
      const { name, message, stack, code, path } = error as NodeJS.ErrnoException;
      return { thrown: { name, message, stack, code, path } as PlainError, hasUserCode: hasUserCode() };
    }
  };
}

function hasUserCode(): boolean {
  return getConfigFile() !== undefined || hasUserSuiteFile();
}
