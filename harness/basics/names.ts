import { findNearestName, UsageError } from '../../transactions/index.js';

/** Maximum number of names on one line. */
const MAX_NAMES = 20;
/** Number of names to show from a longer list. */
const TRUNCATED_COUNT = 5;
/** Kinds of names that `pops-tb list` can list. */
const LISTED_KINDS: readonly string[] = ['test', 'fault', 'rule', 'knob', 'chip'];

/** Joins names on one line: all of them, or only the first few of a long list. */
export function listSomeNames(names: readonly string[]): string {
  if (names.length <= MAX_NAMES) return names.join(', ');
  return `${names.slice(0, TRUNCATED_COUNT).join(', ')} and ${names.length - TRUNCATED_COUNT} more`;
}

/**
 * Creates the error for an unknown name. It suggests the nearest known name; otherwise it lists the names that start
 * with the unknown one or, if there are none, all names.
 */
export function makeUnknownNameError(kind: string, unknown: string, known: readonly string[]): UsageError {
  const suggestion = findNearestName(unknown, known);
  const prefixMatches = known.filter((name) => name.startsWith(unknown));
  const listHint =
    known.length > MAX_NAMES && LISTED_KINDS.includes(kind) ? `; "pops-tb list ${kind}s" shows them all` : '';
  const advice =
    suggestion === undefined
      ? `expected one of ${listSomeNames(prefixMatches.length > 0 ? prefixMatches : known)}${listHint}`
      : `did you mean ${suggestion}?`;
  return new UsageError(`Unknown ${kind} "${unknown}": ${advice}`);
}

/** The items that match the patterns, and the first pattern that matches no item, if any. */
interface GlobSelection<T> {
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
