import { nearestName, UsageError } from '../../transactions/index.js';

/** Maximum number of names in one error line. */
const NAMES_MAX = 20;
/** Number of names shown of a longer list. */
const NAMES_OF_MANY = 5;
/** Kinds of names listed by `pops-tb list`. */
const LISTED_KINDS: readonly string[] = ['test', 'fault', 'rule', 'knob', 'chip'];

/** Names in one line: all of them, or the first few of a long list. */
export function someNames(names: readonly string[]): string {
  if (names.length <= NAMES_MAX) return names.join(', ');
  return `${names.slice(0, NAMES_OF_MANY).join(', ')} and ${names.length - NAMES_OF_MANY} more`;
}

/** The error for an unknown name: suggests the nearest known name; if none is near, lists those that begin with it, or else all. */
export function unknownName(what: string, wrong: string, known: readonly string[]): UsageError {
  const near = nearestName(wrong, known);
  const extensions = known.filter((name) => name.startsWith(wrong));
  const list =
    known.length > NAMES_MAX && LISTED_KINDS.includes(what) ? `; "pops-tb list ${what}s" shows all` : '';
  const advice =
    near === undefined
      ? `expected one of ${someNames(extensions.length > 0 ? extensions : known)}${list}`
      : `did you mean ${near}?`;
  return new UsageError(`Unknown ${what} "${wrong}": ${advice}`);
}
