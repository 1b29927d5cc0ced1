/** What patterns select, and the first pattern that selects nothing, if any. */
export interface GlobSelection<T> {
  readonly matching: T[];
  readonly unmatched?: string;
}

/** Selects by name everything matching one of the comma-separated patterns. */
export function selectByGlobs<T>(
  all: readonly T[],
  nameOf: (item: T) => string,
  patterns: string,
): GlobSelection<T> {
  const globs = patterns.split(',');
  const unmatched = globs.find((glob) => !all.some((item) => matchesGlob(nameOf(item), glob)));
  const matching = all.filter((item) => globs.some((glob) => matchesGlob(nameOf(item), glob)));
  return { matching, ...(unmatched === undefined ? {} : { unmatched }) };
}

/**
 * Whether a name matches a pattern in which `*` matches any text and `?` one character. Backtracks only to the last `*`, so no
 * match takes more steps than the product of both lengths.
 */
export function matchesGlob(name: string, pattern: string): boolean {
  let [at, place, star, matched] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[place] === '*') {
      star = place++;
      matched = at;
    } else if (place < pattern.length && (pattern[place] === '?' || pattern[place] === name[at])) {
      place++;
      at++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++matched;
    } else return false;
  }
  while (pattern[place] === '*') place++;
  return place === pattern.length;
}
