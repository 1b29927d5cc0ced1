/** The names selected by patterns, and the first pattern that selects none, if any. */
export interface GlobSelection<T> {
  readonly matching: T[];
  readonly idle?: string;
}

/** Selects by name everything matching one of the comma-separated patterns. */
export function selectByGlobs<T>(
  all: readonly T[],
  nameOf: (one: T) => string,
  patterns: string,
): GlobSelection<T> {
  const globs = patterns.split(',');
  const idle = globs.find((glob) => !all.some((one) => matchesGlob(nameOf(one), glob)));
  const matching = all.filter((one) => globs.some((glob) => matchesGlob(nameOf(one), glob)));
  return { matching, ...(idle === undefined ? {} : { idle }) };
}

/**
 * Whether a name matches a pattern in which `*` matches any text and `?` one character. Only backtracks to the last `*`, so no
 * pattern takes more steps than the product of both lengths.
 */
export function matchesGlob(name: string, pattern: string): boolean {
  let [at, place, star, taken] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[place] === '*') {
      star = place++;
      taken = at;
    } else if (place < pattern.length && (pattern[place] === '?' || pattern[place] === name[at])) {
      place++;
      at++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++taken;
    } else return false;
  }
  while (pattern[place] === '*') place++;
  return place === pattern.length;
}
