import { nearestName, UsageError } from '../../transactions/index.js';

/** Maximum number of names on one line. */
const NAMES_MAX = 20;
/** Number of names to show from a longer list. */
const TRUNCATED_COUNT = 5;
/** The kinds of names that `pops-tb list` lists. */
const LISTED_KINDS: readonly string[] = ['test', 'fault', 'rule', 'knob', 'chip'];

/** Puts names on one line: all of them, or only the first few of a long list. */
export function someNames(names: readonly string[]): string {
  if (names.length <= NAMES_MAX) return names.join(', ');
  return `${names.slice(0, TRUNCATED_COUNT).join(', ')} and ${names.length - TRUNCATED_COUNT} more`;
}

/**
 * The error for an unknown name. It suggests the nearest known name. If none is close, it lists the names
 * that start with the unknown one, or failing that all names.
 */
export function unknownName(what: string, wrong: string, known: readonly string[]): UsageError {
  const near = nearestName(wrong, known);
  const prefixMatches = known.filter((name) => name.startsWith(wrong));
  const list =
    known.length > NAMES_MAX && LISTED_KINDS.includes(what) ? `; "pops-tb list ${what}s" shows all` : '';
  const advice =
    near === undefined
      ? `expected one of ${someNames(prefixMatches.length > 0 ? prefixMatches : known)}${list}`
      : `did you mean ${near}?`;
  return new UsageError(`Unknown ${what} "${wrong}": ${advice}`);
}
