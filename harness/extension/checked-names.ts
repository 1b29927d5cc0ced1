import { unknownName } from '../../base/basics/index.js';
import type { GroupSampler } from '../../coverage/index.js';
import { type Handlers, TRACE_FIELDS, UsageError } from '../../transactions/index.js';

/** A user's rule or covergroup names what there is not: no test can run with it. */
export class WrongNameError extends UsageError {}

const KINDS = Object.keys(TRACE_FIELDS);
/** What handlers of covergroups have besides kinds. */
const BEGIN = 'begin';

/** The same handlers. Throws `WrongNameError` for one of a transaction that does not exist: it would never be called. */
export function checkedHandlers<T extends Handlers & { readonly begin?: () => void }>(
  owner: string,
  on: T,
): T {
  const wrong = Object.keys(on).find((kind) => kind !== BEGIN && !KINDS.includes(kind));
  if (wrong !== undefined)
    throw new WrongNameError(
      `Invalid handler of ${owner}: ${unknownName('transaction', wrong, KINDS).message}`,
    );
  return on;
}

/** A sampler that takes values of its own coverpoints only, and only integers: anything else would be an uncovered bin. */
export function checkedSampler(owner: string, { point, values, sample }: GroupSampler): GroupSampler {
  const names = Object.keys(point);
  const fail = (name: string): never => {
    throw new WrongNameError(`Invalid sample of ${owner}: ${unknownName('coverpoint', name, names).message}`);
  };
  // A missing property is looked up in the prototype, so that those that exist cost nothing more.
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
          `Invalid value of ${owner}/${name}: ${String(value)}; expected an integer, or NOT_SAMPLED where it takes no part`,
        );
      return Reflect.set(target, index, value, target);
    },
  });
  return { point: Object.setPrototypeOf({ ...point }, unknown), values: checked, sample };
}
