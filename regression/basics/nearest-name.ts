import { UsageError } from '../../transactions/index.js';

/** The known name nearest to a wrong one, when at most a third of its letters differ; else undefined. */
export function nearestName(wrong: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wrong.length / 3)) + 1;
  for (const name of known) {
    // Letters that one has more than the other differ in any case.
    if (Math.abs(wrong.length - name.length) >= bestDistance) continue;
    const distance = editDistance(wrong.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Names that one line of an error holds. */
const NAMED_MAX = 20;
/** Of a longer table. */
const NAMED_OF_MANY = 5;
/** Of what `pops-tb list` has tables. */
const LISTED: readonly string[] = ['test', 'fault', 'rule', 'knob', 'chip'];

/** Names in one line: all of them when they are few. */
export function someNames(names: readonly string[]): string {
  if (names.length <= NAMED_MAX) return names.join(', ');
  return `${names.slice(0, NAMED_OF_MANY).join(', ')} and ${names.length - NAMED_OF_MANY} more`;
}

/** The error for a name that is not in a table: the nearest known one, those that it begins, or those that there are. */
export function unknownName(what: string, wrong: string, known: readonly string[]): UsageError {
  const near = nearestName(wrong, known);
  const longer = known.filter((name) => name.startsWith(wrong));
  const list = known.length > NAMED_MAX && LISTED.includes(what) ? `; "pops-tb list ${what}s" shows all` : '';
  const right =
    near === undefined
      ? `expected one of ${someNames(longer.length > 0 ? longer : known)}${list}`
      : `did you mean ${near}?`;
  return new UsageError(`Unknown ${what} "${wrong}": ${right}`);
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn one text into the other. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let best = Math.min(substitution, previous[column]! + 1, current[column - 1]! + 1);
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) best = Math.min(best, beforePrevious[column - 2]! + 1);
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}
