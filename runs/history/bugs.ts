import type { HistoryEntry, HistoryRun, HistorySight } from './history-run.js';

/**
 * `new`: first seen in the newest run of its selection. `fixed`: a later run of its selection, with at least as many tests as the
 * last that saw it, finished without it, or its stored scenarios passed under many schedules. `back`: seen again after it was fixed. `open`: none of these.
 */
export type BugState = 'new' | 'back' | 'open' | 'fixed';

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
  /** The first run that showed it fixed; of one that is back, the last time. */
  readonly fixedIn?: BugSight;
}

/** The order in which to list states. */
const STATES: readonly BugState[] = ['new', 'back', 'open', 'fixed'];

/** A bug of one selection while sights are joined; places index the runs of that selection. */
interface Seen {
  readonly selection: string;
  readonly signature: string;
  readonly first: number;
  last: number;
  runs: number;
  tests: number;
  smallest: HistorySight;
  /** Its failure group in the newest run that saw it. */
  group: string;
  readonly oldest: HistoryRun;
  newest: HistoryRun;
  /** The first run after a sight that finished without it, with as many tests. */
  fixedIn?: HistoryRun;
}

/**
 * Joins sights with the same name and selection: new ones first, then those that are back, open and fixed; among those, most tests first.
 * Takes a step for each sight and each run that a bug missed, apart from sorting.
 *
 * @param entries oldest first.
 */
export function bugsOf(
  entries: readonly HistoryEntry[],
  nameOf: (sight: HistorySight) => string,
): HistoryBug[] {
  const selections = new Map<string, HistoryRun[]>();
  const seen = new Map<string, Map<string, Seen>>();
  const proofs = proofsIn(entries);
  for (const { run, sights } of entries) {
    const runs = selections.get(run.selection) ?? [];
    selections.set(run.selection, runs);
    const bugs = seen.get(run.selection) ?? new Map<string, Seen>();
    seen.set(run.selection, bugs);
    for (const sight of sights) addSight(bugs, nameOf(sight), runs, run, sight, proofs);
    runs.push(run);
  }
  return [...seen.values()]
    .flatMap((bugs) => [...bugs.values()])
    .map((bug) => judged(bug, selections.get(bug.selection)!, proofs))
    .sort(byWeight);
}

/** Runs that proved groups of an earlier one to be fixed, by that one's id and the group. */
type Proofs = ReadonlyMap<string, HistoryRun>;

function proofsIn(entries: readonly HistoryEntry[]): Proofs {
  return new Map(
    entries.flatMap(({ run, proof }) =>
      (proof?.fixed ?? []).map((group) => [`${proof!.runId} ${group}`, run]),
    ),
  );
}

/**
 * The first of the runs from a place on that finished without a bug, with as many tests as the run that last saw it; else the one that
 * proved its fix.
 */
function fixOf(
  { last, newest, group }: Seen,
  runs: readonly HistoryRun[],
  proofs: Proofs,
): HistoryRun | undefined {
  for (let at = last + 1; at < runs.length; at++) {
    const { endedBy, tests } = runs[at]!;
    if ((endedBy === 'count' || endedBy === 'time') && tests >= newest.tests) return runs[at];
  }
  return proofs.get(`${newest.runId} ${group}`);
}

function addSight(
  bugs: Map<string, Seen>,
  signature: string,
  earlier: readonly HistoryRun[],
  run: HistoryRun,
  sight: HistorySight,
  proofs: Proofs,
): void {
  const place = earlier.length;
  const known = bugs.get(signature);
  if (known === undefined) {
    const { tests, failureGroup: group } = sight;
    const ends = { first: place, last: place, oldest: run, newest: run };
    bugs.set(signature, {
      selection: run.selection,
      signature,
      ...ends,
      runs: 1,
      tests,
      group,
      smallest: sight,
    });
    return;
  }
  if (known.last !== place) {
    known.runs++;
    const fix = fixOf(known, earlier, proofs);
    if (fix !== undefined) known.fixedIn = fix;
  }
  known.last = place;
  known.newest = run;
  known.group = sight.failureGroup;
  known.tests += sight.tests;
  if (sight.waves < known.smallest.waves) known.smallest = sight;
}

function judged(bug: Seen, runs: readonly HistoryRun[], proofs: Proofs): HistoryBug {
  const { selection, signature, smallest, tests, oldest, newest } = bug;
  const fix = fixOf(bug, runs, proofs);
  const fixedIn = fix ?? bug.fixedIn;
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
    ...(fixedIn === undefined ? {} : { fixedIn: sightIn(fixedIn) }),
    state: stateOf(bug, runs, fix !== undefined),
  };
}

function stateOf({ first, fixedIn }: Seen, runs: readonly HistoryRun[], isFixed: boolean): BugState {
  if (isFixed) return 'fixed';
  if (fixedIn !== undefined) return 'back';
  return first === runs.length - 1 && runs.length > 1 ? 'new' : 'open';
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
