/**
 * Returns the known name closest to a wrong one, or undefined if none is close. The maximum number of edits is a third
 * of the wrong name's letters, but at least 1.
 */
export function findNearestName(wrong: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wrong.length / 3)) + 1;
  for (const name of known) {
    // The difference in length is a lower bound for the distance.
    if (Math.abs(wrong.length - name.length) >= bestDistance) continue;
    const distance = computeEditDistance(wrong.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns at most `max` known names, closest first, no matter how different they are from the wrong one. */
export function findNearestNames(wrong: string, known: readonly string[], max: number): string[] {
  return known
    .map((name) => ({ name, distance: computeEditDistance(wrong.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, max)
    .map(({ name }) => name);
}

/** Returns the number of insertions, deletions, substitutions and swaps of neighbouring letters between two strings. */
function computeEditDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      let cost = Math.min(substitution, previous[column]! + 1, current[column - 1]! + 1);
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, beforePrevious[column - 2]! + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}
