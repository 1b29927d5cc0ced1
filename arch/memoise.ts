/** Memoises a function of one value. */
export function memoise<K, T>(compute: (key: K) => T): (key: K) => T {
  const cache = new Map<K, T>();
  return (key) => {
    let result = cache.get(key);
    if (result === undefined) {
      result = compute(key);
      cache.set(key, result);
    }
    return result;
  };
}

/**
 * A cache that keeps the `size` entries used last, and at most as many older ones. A run draws ever new programs, so
 * what is cached by their parts must have a limit.
 */
export class RecentMap<K, V> {
  private recent = new Map<K, V>();
  /** The entries that were recent before. Those still in use move to the recent ones. */
  private older = new Map<K, V>();

  constructor(private readonly size: number) {}

  get(key: K): V | undefined {
    const value = this.recent.get(key);
    if (value !== undefined) return value;
    const old = this.older.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: K, value: V): void {
    if (this.recent.size >= this.size) [this.older, this.recent] = [this.recent, new Map()];
    this.recent.set(key, value);
  }
}

/** Copies a text. A part of a longer one would keep all of it in memory. */
function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text));
}

/** The texts of each set that are kept, such as lines of assembly, if a function's users do not say. */
const MAX_TEXTS = 1024;

/** Memoises a function of a text and one of a few sets, for the `size` texts of each set that are used last. */
export function memoiseTexts<Set extends string, T extends object | string | undefined>(
  compute: (text: string, set: Set) => T,
  size = MAX_TEXTS,
): (text: string, set: Set) => T {
  const results = memoise((_: Set) => new RecentMap<string, T>(size));
  return (text, set) => {
    const known = results(set);
    let result = known.get(text);
    if (result === undefined) {
      result = compute(text, set);
      known.set(copyText(text), result);
    }
    return result;
  };
}
