/** What `memoise` needs of a map. */
interface Cache<K, T> {
  get(key: K): T | undefined;
  set(key: K, result: T): unknown;
}

/** Memoises a function of one value. A cache other than a plain map decides how long results are kept. */
export function memoise<K, T>(compute: (key: K) => T, cache: Cache<K, T> = new Map()): (key: K) => T {
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
export class RecentMap<T> implements Cache<string, T> {
  private recent = new Map<string, T>();
  /** The entries that were recent before. Those still in use move to the recent ones. */
  private older = new Map<string, T>();

  constructor(private readonly size: number) {}

  get(key: string): T | undefined {
    const value = this.recent.get(key);
    if (value !== undefined) return value;
    const old = this.older.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: T): void {
    if (this.recent.size >= this.size) [this.older, this.recent] = [this.recent, new Map()];
    this.recent.set(copyText(key), value);
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
  const bySet = memoise((set: Set) => memoise((text: string) => compute(text, set), new RecentMap<T>(size)));
  return (text, set) => bySet(set)(text);
}
