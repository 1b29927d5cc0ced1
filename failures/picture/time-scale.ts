import { findMax } from '../../arch/index.js';

/** A cycle with events, and the largest number of marks in any row at that cycle. */
export interface Stop {
  readonly cycle: number;
  readonly marks: number;
}

/** Maps cycles to columns. */
export interface TimeScale {
  readonly columns: number;
  /** The cycles of the stops, ascending. */
  readonly cycles: readonly number[];
  /** Returns the first column of a stop. For other cycles, returns that of the stop before them, or 0 if none. */
  readonly column: (cycle: number) => number;
  /** Returns the number of columns from a cycle up to the next stop. */
  readonly width: (cycle: number) => number;
  /** Returns whether part of the time after a stop is elided. */
  readonly isCut: (cycle: number) => boolean;
}

/** If there are more than five stops, no gap between them takes up more than a fifth of the line. */
const GAP_DIVISOR = 5;
const MAX_ITERATIONS = 40;

/**
 * Makes a scale on which each stop has room for its marks, if possible, and the rest is divided in proportion to time.
 * Gaps that would take up most of the line are shortened.
 */
export function makeTimeScale(stops: readonly Stop[], columns: number): TimeScale {
  const sorted = [...stops].sort((a, b) => a.cycle - b.cycle);
  const cycles = sorted.map(({ cycle }) => cycle);
  const gaps = cycles.map((cycle, i) => (i + 1 < cycles.length ? cycles[i + 1] - cycle : 0));
  const maxGap = findMaxGap(gaps);
  const starts = computeColumnStarts(sorted, gaps, maxGap, columns);
  const findStopIndex = (cycle: number): number => Math.max(0, findLastAtMost(cycles, cycle));
  return {
    columns,
    cycles,
    column: (cycle) => starts[findStopIndex(cycle)],
    width: (cycle) =>
      Math.max(1, (starts[findStopIndex(cycle) + 1] ?? columns) - starts[findStopIndex(cycle)]),
    isCut: (cycle) => gaps[findStopIndex(cycle)] > maxGap,
  };
}

/**
 * Returns the maximum length of a gap, so that none takes up more than its share; longer gaps are truncated to this.
 */
function findMaxGap(gaps: readonly number[]): number {
  let maxGap = findMax(gaps);
  if (gaps.length <= GAP_DIVISOR) return maxGap;
  for (let round = 0; round < MAX_ITERATIONS; round++) {
    const total = gaps.reduce((sum, gap) => sum + Math.min(gap, maxGap), 0);
    maxGap = Math.min(maxGap, Math.ceil(total / GAP_DIVISOR));
  }
  return maxGap;
}

function computeColumnStarts(
  stops: readonly Stop[],
  gaps: readonly number[],
  maxGap: number,
  columns: number,
): number[] {
  const requiredColumns = stops.reduce((sum, { marks }) => sum + marks, 0);
  if (stops.length > columns) return stops.map((_, i) => Math.floor((i * columns) / stops.length));
  const widths = stops.map(({ marks }) => (requiredColumns <= columns ? marks : 1));
  const spareColumns = columns - widths.reduce((sum, width) => sum + width, 0);
  const shortenedGaps = gaps.map((gap) => Math.min(gap, maxGap));
  const total = Math.max(
    1,
    shortenedGaps.reduce((sum, gap) => sum + gap, 0),
  );
  const starts: number[] = [];
  let usedColumns = 0;
  let elapsed = 0;
  stops.forEach((_, i) => {
    starts.push(usedColumns + Math.floor((spareColumns * elapsed) / total));
    usedColumns += widths[i];
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
