/**
 * Makes a deep copy of a plain value, such as a transaction, that stays valid when the sender continues. Of
 * an array view, it copies only the visible part, while `structuredClone` would copy all of the memory behind
 * it: half a megabyte per wave.
 */
export function keptCopy<T>(value: T): T {
  return copyOf(value) as T;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return (value as Int32Array).slice();
  if (Array.isArray(value)) return value.map(copyOf);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]));
}
