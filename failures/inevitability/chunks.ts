/**
 * Generates shorter versions of a list, shortest first, by removing progressively smaller chunks (delta debugging;
 * Zeller and Hildebrandt, 2002).
 */
export function* generateSublists<T>(list: readonly T[]): Generator<T[]> {
  for (const [from, to] of generateChunks(list.length)) {
    if (to - from < list.length) yield [...list.slice(0, from), ...list.slice(to)];
  }
}

/** Generates index ranges that cover a list of `length` elements, from the full list down to single elements. */
export function* generateChunks(length: number): Generator<readonly [from: number, to: number]> {
  for (let size = length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < length; from += size) yield [from, Math.min(length, from + size)];
  }
}
