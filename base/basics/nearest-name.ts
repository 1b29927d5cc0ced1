import { nearestName, UsageError } from '../../transactions/index.js';

/** Maximum number of names in one error line. */
const NAMED_MAX = 20;
/** Names shown from a longer table. */
const NAMED_OF_MANY = 5;
/** Kinds of names listed by `pops-tb list`. */
const LISTED: readonly string[] = ['test', 'fault', 'rule', 'knob', 'chip'];

/** Names in one line: all of them if few. */
export function someNames(names: readonly string[]): string {
  if (names.length <= NAMED_MAX) return names.join(', ');
  return `${names.slice(0, NAMED_OF_MANY).join(', ')} and ${names.length - NAMED_OF_MANY} more`;
}

/** The error for an unknown name: suggests the nearest known one, those it is a prefix of, or all known ones. */
export function unknownName(what: string, wrong: string, known: readonly string[]): UsageError {
  const near = nearestName(wrong, known);
  const extensions = known.filter((name) => name.startsWith(wrong));
  const list = known.length > NAMED_MAX && LISTED.includes(what) ? `; "pops-tb list ${what}s" shows all` : '';
  const right =
    near === undefined
      ? `expected one of ${someNames(extensions.length > 0 ? extensions : known)}${list}`
      : `did you mean ${near}?`;
  return new UsageError(`Unknown ${what} "${wrong}": ${right}`);
}
