import type { GroupSampler } from '../../coverage/index.js';
import { TRACE_FIELDS, UsageError } from '../../transactions/index.js';
import { makeUnknownNameError } from '../basics/index.js';

/** Thrown if a user-defined rule or covergroup uses an unknown name, so no tests can run. */
export class UnknownNameError extends UsageError {}

const KINDS = Object.keys(TRACE_FIELDS);
/** The only key of a covergroup's handlers that is not a transaction kind. */
const BEGIN = 'begin';

/**
 * Returns the handlers unchanged. Throws `UnknownNameError` for an unknown transaction kind, since its handler would
 * never be called.
 */
export function checkHandlers<T extends object>(owner: string, handlers: T): T {
  const unknownKind = Object.keys(handlers).find((kind) => kind !== BEGIN && !KINDS.includes(kind));
  if (unknownKind !== undefined)
    throw new UnknownNameError(
      `Invalid handler in ${owner}: ${makeUnknownNameError('transaction', unknownKind, KINDS).message}`,
    );
  return handlers;
}

/** Wraps a sampler so that it rejects unknown coverpoints and non-integer values. */
export function guardSampler(owner: string, { point, values, sample }: GroupSampler): GroupSampler {
  const names = Object.keys(point);
  const fail = (name: string): never => {
    throw new UnknownNameError(
      `Invalid sample for ${owner}: ${makeUnknownNameError('coverpoint', name, names).message}`,
    );
  };
  // Only lookups of missing properties reach the proxy, so existing ones stay fast.
  const fallback = new Proxy({}, { get: (_, name) => (typeof name === 'string' ? fail(name) : undefined) });
  const checkedValues = new Proxy(values, {
    get: (target, name) => {
      const property: unknown = Reflect.get(target, name, target);
      return typeof property === 'function' ? property.bind(target) : property;
    },
    set: (target, index, value: unknown) => {
      const name = names[Number(index)] ?? fail(String(index));
      if (!Number.isInteger(value))
        throw new UnknownNameError(
          `Invalid value for ${owner}/${name}: ${String(value)}; expected an integer or NOT_SAMPLED`,
        );
      return Reflect.set(target, index, value, target);
    },
  });
  return { point: Object.setPrototypeOf({ ...point }, fallback), values: checkedValues, sample };
}
