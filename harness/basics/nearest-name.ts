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
