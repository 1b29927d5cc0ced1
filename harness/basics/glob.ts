/** The items that match the patterns, and the first pattern that matches no item, if any. */
export interface GlobSelection<T> {
  readonly matching: T[];
  readonly unmatched?: string;
}

/** Selects the items whose names match any of the comma-separated patterns. */
export function selectByGlobs<T>(
  items: readonly T[],
  getName: (item: T) => string,
  patterns: string,
): GlobSelection<T> {
  const globs = patterns.split(',');
  const unmatched = globs.find((glob) => !items.some((item) => matchesGlob(getName(item), glob)));
  const matching = items.filter((item) => globs.some((glob) => matchesGlob(getName(item), glob)));
  return { matching, ...(unmatched === undefined ? {} : { unmatched }) };
}

/**
 * Returns whether a name matches a pattern in which `*` matches any text and `?` matches one character. Backtracks only
 * to the last `*`, so it takes at most name length × pattern length steps.
 */
export function matchesGlob(name: string, pattern: string): boolean {
  let [nameIndex, patternIndex, starIndex, resumeIndex] = [0, 0, -1, 0];
  while (nameIndex < name.length) {
    if (pattern[patternIndex] === '*') {
      starIndex = patternIndex++;
      resumeIndex = nameIndex;
    } else if (
      patternIndex < pattern.length &&
      (pattern[patternIndex] === '?' || pattern[patternIndex] === name[nameIndex])
    ) {
      patternIndex++;
      nameIndex++;
    } else if (starIndex >= 0) {
      patternIndex = starIndex + 1;
      nameIndex = ++resumeIndex;
    } else return false;
  }
  while (pattern[patternIndex] === '*') patternIndex++;
  return patternIndex === pattern.length;
}
