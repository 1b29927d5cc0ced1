import type { HistoryEntry, HistoryRun, HistorySight } from './history-run.js';

/**
 * `new`: first seen in the newest run of its selection. `fixed`: a later run of its selection, with at least as many tests as the
 * last that saw it, finished without it. `open`: neither.
 */
export type BugState = 'new' | 'open' | 'fixed';

/** A run's sight of a bucket or group. */
export interface BugSight {
  /** As in the run's own row. */
  readonly directory: string;
  readonly runId: string;
  readonly startedAt: string;
}

/** A failure group or bucket over all runs of a selection, represented by its smallest test. */
export interface HistoryBug extends Omit<HistorySight, 'failureGroup'> {
  readonly selection: string;
  readonly state: BugState;
  readonly runs: number;
  readonly oldest: BugSight;
  readonly newest: BugSight;
}

/** The order in which to list states. */
const STATES: readonly BugState[] = ['new', 'open', 'fixed'];

/** A bug of one selection while sights are joined; places index the runs of that selection. */
interface Seen {
  readonly selection: string;
  readonly signature: string;
  readonly first: number;
  last: number;
  runs: number;
  tests: number;
  smallest: HistorySight;
  readonly oldest: HistoryRun;
  newest: HistoryRun;
}

/** A selection's runs, as needed to judge a bug. */
interface Selection {
  runs: number;
  /** By place: the most tests of any finished run at or after it. */
  readonly testsLater: number[];
}

/**
 * Joins sights with the same name and selection: new ones first, then open, then fixed; among those, most tests first. Linear in runs
 * and sights, apart from sorting.
 *
 * @param entries oldest first.
 */
export function bugsOf(
  entries: readonly HistoryEntry[],
  nameOf: (sight: HistorySight) => string,
): HistoryBug[] {
  const selections = new Map<string, Selection>();
  const seen = new Map<string, Map<string, Seen>>();
  for (const { run, sights } of entries) {
    const selection = selections.get(run.selection) ?? { runs: 0, testsLater: [] };
    selections.set(run.selection, selection);
    const bugs = seen.get(run.selection) ?? new Map<string, Seen>();
    seen.set(run.selection, bugs);
    for (const sight of sights) addSight(bugs, nameOf(sight), run, selection.runs, sight);
    selection.runs++;
    selection.testsLater.push(run.endedBy === 'count' || run.endedBy === 'time' ? run.tests : -1);
  }
  for (const { testsLater } of selections.values())
    for (let at = testsLater.length - 2; at >= 0; at--)
      testsLater[at] = Math.max(testsLater[at]!, testsLater[at + 1]!);
  return [...seen.values()]
    .flatMap((bugs) => [...bugs.values()])
    .map((bug) => judged(bug, selections.get(bug.selection)!))
    .sort(byWeight);
}

function addSight(
  bugs: Map<string, Seen>,
  signature: string,
  run: HistoryRun,
  place: number,
  sight: HistorySight,
): void {
  const known = bugs.get(signature);
  if (known === undefined) {
    const { tests } = sight;
    const ends = { first: place, last: place, oldest: run, newest: run };
    bugs.set(signature, { selection: run.selection, signature, ...ends, runs: 1, tests, smallest: sight });
    return;
  }
  if (known.last !== place) known.runs++;
  known.last = place;
  known.newest = run;
  known.tests += sight.tests;
  if (sight.waves < known.smallest.waves) known.smallest = sight;
}

function judged(bug: Seen, { runs, testsLater }: Selection): HistoryBug {
  const { selection, signature, smallest, tests, oldest, newest } = bug;
  const isFixed = (testsLater[bug.last + 1] ?? -1) >= newest.tests;
  const isNew = bug.first === runs - 1 && runs > 1;
  return {
    selection,
    signature,
    rule: smallest.rule,
    tests,
    smallest: smallest.smallest,
    waves: smallest.waves,
    repro: smallest.repro,
    runs: bug.runs,
    oldest: sightIn(oldest),
    newest: sightIn(newest),
    state: isFixed ? 'fixed' : isNew ? 'new' : 'open',
  };
}

function sightIn({ directory, runId, startedAt }: HistoryRun): BugSight {
  return { directory, runId, startedAt };
}

function byWeight(a: HistoryBug, b: HistoryBug): number {
  const order = STATES.indexOf(a.state) - STATES.indexOf(b.state) || b.tests - a.tests;
  if (order !== 0) return order;
  const [first, second] = [a, b].map(({ selection, signature }) => `${selection} ${signature}`);
  return first! < second! ? -1 : 1;
}
