import { createHash } from 'node:crypto';
import type { SourceGraph } from './source-graph.js';

/** The number of parts that the other tests are split into, of which each commit runs one. */
export const QUARTERS = 4;

/**
 * The processor seconds that tests may take which a change can reach, besides those that changed themselves, always run, or
 * are in the commit's quarter. Measured on the machine of `test/costs.json`.
 */
export const BUDGET_SECONDS = 120;

/** A test file to run, and why. */
export interface SelectedTest {
  readonly file: string;
  readonly reason: string;
}

/** What to choose from, and by what. */
export interface SelectionRequest {
  /** All test files of the tier. */
  readonly tests: readonly string[];
  /** Those that every commit runs, with the reason. */
  readonly always: Readonly<Record<string, string>>;
  /** The files that changed since the last landing. */
  readonly changed: readonly string[];
  /** Processor seconds of each test file. One without a measured time counts as an average one. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Processor seconds that the tests may take that run only because the change can reach them. */
  readonly budget: number;
  /** The quarter that runs, from 0. */
  readonly quarter: number;
}

/** The tests to run, and those that the change can reach but whose turn comes later, nearest first. */
export interface Selection {
  readonly selected: readonly SelectedTest[];
  readonly left: readonly SelectedTest[];
}

/**
 * Chooses the tests that always run, those that changed, the quarter's, and then those that the changed files can reach,
 * nearest first, as long as the budget lasts.
 */
export function selectTests(graph: SourceGraph, request: SelectionRequest): Selection {
  const { tests, always, changed, quarter, budget } = request;
  const reached = findReached(graph, tests, changed);
  const first = new Map<string, string>();
  for (const file of tests) {
    const distance = reached.get(file)?.distance;
    if (Object.hasOwn(always, file)) first.set(file, `always: ${always[file]}`);
    else if (distance === 0) first.set(file, 'changed');
    else if (getQuarter(file) === quarter) first.set(file, `quarter ${quarter + 1} of ${QUARTERS}`);
  }
  const byDistance = [...reached]
    .filter(([file]) => !first.has(file))
    .sort(([, a], [, b]) => a.distance - b.distance);
  const measured = Object.values(request.seconds);
  const average = measured.reduce((sum, seconds) => sum + seconds, 0) / Math.max(measured.length, 1);
  const getSeconds = (file: string): number => request.seconds[file] ?? average;
  let spent = 0;
  const selected = Array.from(first, ([file, reason]) => ({ file, reason }));
  const left: SelectedTest[] = [];
  for (const [file, reach] of byDistance) {
    const test = { file, reason: describeReach(reach) };
    const fits = spent + getSeconds(file) <= budget;
    (fits ? selected : left).push(test);
    if (fits) spent += getSeconds(file);
  }
  return { selected, left };
}

/** How a change reaches a test: by how many steps, and from which file. */
interface Reach {
  readonly distance: number;
  readonly changed: string;
}

function describeReach({ distance, changed }: Reach): string {
  return `uses ${changed}${distance > 1 ? ` (${distance} steps)` : ''}`;
}

function findReached(
  graph: SourceGraph,
  tests: readonly string[],
  changed: readonly string[],
): ReadonlyMap<string, Reach> {
  const reached = new Map<string, Reach>();
  for (const test of tests) {
    const distances = graph.measureDistances(test);
    for (const file of changed) {
      const distance = distances.get(file) ?? Infinity;
      if (distance < (reached.get(test)?.distance ?? Infinity))
        reached.set(test, { distance, changed: file });
    }
  }
  return reached;
}

/** Returns the quarter of a test file, from 0. It stays the same while other tests come and go; with this byte, quarters cost the same. */
export function getQuarter(file: string): number {
  return createHash('sha256').update(file).digest()[8]! % QUARTERS;
}

/** Returns the quarter that a commit runs, from 0, by its hash. */
export function getCommitQuarter(hash: string): number {
  return Number.parseInt(hash.slice(0, 8), 16) % QUARTERS;
}
