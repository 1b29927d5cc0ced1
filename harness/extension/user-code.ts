import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../../transactions/index.js';
import { findPackageRoot, getErrorMessage, getFirstLine } from '../basics/index.js';

/** Thrown for an error in the user's code, so neither the design nor the testbench is at fault. */
export class UserCodeError extends Error {
  override readonly name = 'UserCodeError';

  /** @param owner the id of the rule, fault or sequence that threw. */
  constructor(
    readonly owner: string,
    cause: unknown,
  ) {
    const frame = findUserFrame(cause);
    const type = cause instanceof Error ? `${cause.name}: ` : '';
    super(
      `${owner} threw${frame === undefined ? '' : ` in ${frame}`}: ${type}${getFirstLine(getErrorMessage(cause))}`,
      { cause },
    );
    if (cause instanceof Error && cause.stack !== undefined)
      this.stack = `${this.message}\n${cause.stack.slice(cause.stack.indexOf('\n') + 1)}`;
  }
}

/**
 * Wraps a function so its errors name the owner, file and line. Usage errors are rethrown unchanged. A function that is
 * not finished when it returns is an error too: the test does not wait for it, so it would judge nothing.
 */
export function guardUserCode<A extends readonly unknown[], R>(
  owner: string,
  userFunction: (...values: A) => R,
): (...values: A) => R {
  return (...values) => {
    try {
      return requireFinished(userFunction(...values));
    } catch (error) {
      return fail(owner, error);
    }
  };
}

/** Throws `TypeError` for the result of an asynchronous or generator function. */
function requireFinished<R>(result: R): R {
  if (typeof result !== 'object' || result === null) return result;
  const { then, next } = result as { readonly then?: unknown; readonly next?: unknown };
  if (typeof then !== 'function' && typeof next !== 'function') return result;
  // The promise's own error would end the process.
  if (result instanceof Promise) result.catch(() => undefined);
  const kind = typeof then === 'function' ? 'asynchronous' : 'a generator';
  throw new TypeError(`Its function is ${kind}, so it has judged nothing when it returns`);
}

/** Like `guardUserCode`, for a function whose promise is awaited. */
export function guardAwaited<A extends readonly unknown[]>(
  owner: string,
  userFunction: (...values: A) => void | Promise<void>,
): (...values: A) => Promise<void> {
  return async (...values) => {
    try {
      await userFunction(...values);
    } catch (error) {
      fail(owner, error);
    }
  };
}

function fail(owner: string, error: unknown): never {
  if (error instanceof UsageError || error instanceof UserCodeError) throw error;
  throw new UserCodeError(owner, error);
}

/** Copies a record, wrapping each of its functions with `guardUserCode`. */
export function guardRecord<T extends object>(owner: string, record: T): T {
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    typeof value === 'function' ? guardUserCode(owner, value.bind(record)) : value,
  ]);
  return Object.fromEntries(entries) as T;
}

/**
 * Returns the `FILE:LINE:COLUMN` of the innermost stack frame outside Node and this package, with FILE relative to the
 * current folder, or undefined if there is none.
 */
export function findUserFrame(error: unknown): string | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, path, position] of stack.matchAll(/^ {4}at (?:.*\()?(.+?):(\d+:\d+)\)?$/gm)) {
    if (path!.startsWith('node:')) continue;
    const file = path!.startsWith('file:') ? fileURLToPath(path!) : resolve(path!);
    if (isProjectFile(file)) continue;
    return `${relative('.', file) || file}:${position}`;
  }
  return undefined;
}

/**
 * Whether a file is part of this package's build output or one of its dependencies. Any other file in a clone belongs
 * to the user.
 */
function isProjectFile(file: string): boolean {
  const inside = relative(findPackageRoot(), file);
  return /^(?:dist|node_modules)[\\/]/.test(inside) || /[\\/]node_modules[\\/]jiti[\\/]/.test(file);
}
