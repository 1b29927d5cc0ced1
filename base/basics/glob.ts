/** The items that patterns select, and the first pattern that selects nothing, if there is one. */
export interface GlobSelection<T> {
  readonly matching: T[];
  readonly unmatched?: string;
}

/** Selects all items whose names match one of the comma-separated patterns. */
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
 * Whether a name matches a pattern in which `*` matches any text and `?` matches one character. Backtracks
 * only to the last `*`, so the number of steps never exceeds the product of both lengths.
 */
export function matchesGlob(name: string, pattern: string): boolean {
  let [nameIndex, patternIndex, star, matched] = [0, 0, -1, 0];
  while (nameIndex < name.length) {
    if (pattern[patternIndex] === '*') {
      star = patternIndex++;
      matched = nameIndex;
    } else if (
      patternIndex < pattern.length &&
      (pattern[patternIndex] === '?' || pattern[patternIndex] === name[nameIndex])
    ) {
      patternIndex++;
      nameIndex++;
    } else if (star >= 0) {
      patternIndex = star + 1;
      nameIndex = ++matched;
    } else return false;
  }
  while (pattern[patternIndex] === '*') patternIndex++;
  return patternIndex === pattern.length;
}
