/**
 * Returns the known name closest to the input, or undefined if none is close. The maximum number of edits is a third
 * of the input's letters, but at least 1.
 */
export function findNearestName(input: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(input.length / 3)) + 1;
  for (const name of known) {
    // The difference in length is a lower bound on the distance.
    if (Math.abs(input.length - name.length) >= bestDistance) continue;
    const distance = computeEditDistance(input.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns at most `max` known names, closest first, no matter how different they are from the input. */
export function findNearestNames(input: string, known: readonly string[], max: number): string[] {
  return known
    .map((name) => ({ name, distance: computeEditDistance(input.toLowerCase(), name.toLowerCase()) }))
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
