import { makeUnknownNameError } from '../../base/basics/index.js';
import type { GroupSampler } from '../../coverage/index.js';
import { type Handlers, TRACE_FIELDS, UsageError } from '../../transactions/index.js';

/** Thrown if a user-defined rule or covergroup uses an unknown name, in which case no test can run. */
export class WrongNameError extends UsageError {}

const KINDS = Object.keys(TRACE_FIELDS);
/** The only key of a covergroup's handlers that is not a transaction kind. */
const BEGIN = 'begin';

/**
 * Returns the handlers unchanged. Throws `WrongNameError` for an unknown transaction kind, since its handler would
 * never be called.
 */
export function checkHandlers<T extends Handlers & { readonly begin?: () => void }>(
  owner: string,
  handlers: T,
): T {
  const wrong = Object.keys(handlers).find((kind) => kind !== BEGIN && !KINDS.includes(kind));
  if (wrong !== undefined)
    throw new WrongNameError(
      `Invalid handler in ${owner}: ${makeUnknownNameError('transaction', wrong, KINDS).message}`,
    );
  return handlers;
}

/** Wraps a sampler to accept only integers, and only for its own coverpoints. */
export function guardSampler(owner: string, { point, values, sample }: GroupSampler): GroupSampler {
  const names = Object.keys(point);
  const fail = (name: string): never => {
    throw new WrongNameError(
      `Invalid sample of ${owner}: ${makeUnknownNameError('coverpoint', name, names).message}`,
    );
  };
  // Only lookups of missing properties reach the proxy, so existing ones stay fast.
  const unknown = new Proxy({}, { get: (_, name) => (typeof name === 'string' ? fail(name) : undefined) });
  const checked = new Proxy(values, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
    set: (target, index, value: unknown) => {
      const name = names[Number(index)] ?? fail(String(index));
      if (!Number.isInteger(value))
        throw new WrongNameError(
          `Invalid value of ${owner}/${name}: ${String(value)}; expected an integer or NOT_SAMPLED`,
        );
      return Reflect.set(target, index, value, target);
    },
  });
  return { point: Object.setPrototypeOf({ ...point }, unknown), values: checked, sample };
}
