import { greatestOf } from '../../arch/index.js';

/** A cycle with events, and the largest number of marks in any row there. */
export interface Stop {
  readonly cycle: number;
  readonly marks: number;
}

/** Maps cycles to columns. */
export interface TimeScale {
  readonly columns: number;
  /** The cycles of the stops, ascending. */
  readonly cycles: readonly number[];
  /** Returns the first column of a stop. Other cycles share that of the last stop before them, or get 0 without one. */
  readonly column: (cycle: number) => number;
  /** Returns the number of columns from a cycle up to the next stop. */
  readonly width: (cycle: number) => number;
  /** Returns whether part of the time after a stop is elided. */
  readonly isCut: (cycle: number) => boolean;
}

/** With more than five stops, no gap between them takes up more than a fifth of the line. */
const GAP_DIVISOR = 5;
const SETTLE_ROUNDS = 40;

/**
 * Makes a scale on which each stop has room for its marks, if possible, and the rest is divided in proportion to time.
 * Gaps that would take up most of the line are shortened.
 */
export function makeTimeScale(stops: readonly Stop[], columns: number): TimeScale {
  const sorted = [...stops].sort((a, b) => a.cycle - b.cycle);
  const cycles = sorted.map(({ cycle }) => cycle);
  const gaps = cycles.map((cycle, i) => (i + 1 < cycles.length ? cycles[i + 1] - cycle : 0));
  const longest = findLongestGap(gaps);
  const starts = computeColumnStarts(sorted, gaps, longest, columns);
  const findStopIndex = (cycle: number): number => Math.max(0, findLastAtMost(cycles, cycle));
  return {
    columns,
    cycles,
    column: (cycle) => starts[findStopIndex(cycle)],
    width: (cycle) =>
      Math.max(1, (starts[findStopIndex(cycle) + 1] ?? columns) - starts[findStopIndex(cycle)]),
    isCut: (cycle) => gaps[findStopIndex(cycle)] > longest,
  };
}

/** Returns the length to which longer gaps are cut, so that no gap takes more than its share of the remaining time. */
function findLongestGap(gaps: readonly number[]): number {
  let longest = greatestOf(gaps);
  if (gaps.length <= GAP_DIVISOR) return longest;
  for (let round = 0; round < SETTLE_ROUNDS; round++) {
    const total = gaps.reduce((sum, gap) => sum + Math.min(gap, longest), 0);
    longest = Math.min(longest, Math.ceil(total / GAP_DIVISOR));
  }
  return longest;
}

function computeColumnStarts(
  stops: readonly Stop[],
  gaps: readonly number[],
  longest: number,
  columns: number,
): number[] {
  const requiredColumns = stops.reduce((sum, { marks }) => sum + marks, 0);
  if (stops.length > columns) return stops.map((_, i) => Math.floor((i * columns) / stops.length));
  const widths = stops.map(({ marks }) => (requiredColumns <= columns ? marks : 1));
  const spare = columns - widths.reduce((sum, width) => sum + width, 0);
  const shortenedGaps = gaps.map((gap) => Math.min(gap, longest));
  const total = Math.max(
    1,
    shortenedGaps.reduce((sum, gap) => sum + gap, 0),
  );
  const starts: number[] = [];
  let fixed = 0;
  let elapsed = 0;
  stops.forEach((_, i) => {
    starts.push(fixed + Math.floor((spare * elapsed) / total));
    fixed += widths[i];
    elapsed += shortenedGaps[i];
  });
  return starts;
}

function findLastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
