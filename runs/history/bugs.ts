import type { HistoryEntry, HistoryRun, HistorySighting } from './history-run.js';

/**
 * The state of a bug. `new`: first seen in the newest run of a selection that has more than one run. `fixed`: a later run
 * of its selection finished without it and had at least as many tests as the last run that saw it. `back`: seen again after a fix. `open`: none of these.
 */
type BugState = 'new' | 'back' | 'open' | 'fixed';

interface BugSighting {
  readonly directory: string;
  readonly runId: string;
  readonly startedAt: string;
}

/** A failure group or bucket across all runs of a selection, with its smallest test as an example. */
export interface HistoryBug extends Omit<HistorySighting, 'failureGroup'> {
  readonly selection: string;
  readonly state: BugState;
  readonly runs: number;
  readonly oldest: BugSighting;
  readonly newest: BugSighting;
  /**
   * The first run in which the bug was fixed; if it has since come back, the run in which its latest fix was first
   * seen.
   */
  readonly fixedIn?: BugSighting;
}

/** The order in which to list states. */
const STATES: readonly BugState[] = ['new', 'back', 'open', 'fixed'];

/** What is known about a bug so far. `first` and `last` are indices into its selection's runs. */
interface BugRecord {
  readonly selection: string;
  readonly signature: string;
  readonly first: number;
  last: number;
  runs: number;
  tests: number;
  smallest: HistorySighting;
  readonly oldest: HistoryRun;
  newest: HistoryRun;
  /** If the bug reappeared, the run in which its latest fix was first seen. */
  fixedIn?: HistoryRun;
}

/**
 * Merges sightings with the same name and selection into bugs, sorted by state (new, back, open, fixed) and then by
 * number of tests, largest first. Leaves out reruns of failures, which have only some of the tests. Not counting the
 * sort, the cost is linear in the number of sightings, plus one step for each bug and run without it.
 *
 * @param entries the entries, oldest first
 */
export function mergeBugs(
  entries: readonly HistoryEntry[],
  getName: (sighting: HistorySighting) => string,
): HistoryBug[] {
  const runsBySelection = new Map<string, HistoryRun[]>();
  const bugsBySelection = new Map<string, Map<string, BugRecord>>();
  for (const { run, sights, proof } of entries) {
    if (proof !== undefined) continue;
    const runs = runsBySelection.get(run.selection) ?? [];
    runsBySelection.set(run.selection, runs);
    const bugs = bugsBySelection.get(run.selection) ?? new Map<string, BugRecord>();
    bugsBySelection.set(run.selection, bugs);
    for (const sighting of sights) addSighting(bugs, getName(sighting), runs, run, sighting);
    runs.push(run);
  }
  return [...bugsBySelection.values()]
    .flatMap((bugs) => [...bugs.values()])
    .map((bug) => makeBug(bug, runsBySelection.get(bug.selection)!))
    .sort(compareBugs);
}

/**
 * Returns the first run after `last` that finished without the bug and had at least as many tests as the last run that
 * saw it, if any.
 */
function findFix(bug: BugRecord, runs: readonly HistoryRun[]): HistoryRun | undefined {
  for (let index = bug.last + 1; index < runs.length; index++) {
    const { endedBy, tests } = runs[index]!;
    if ((endedBy === 'count' || endedBy === 'time') && tests >= bug.newest.tests) return runs[index];
  }
  return undefined;
}

function addSighting(
  bugs: Map<string, BugRecord>,
  signature: string,
  earlier: readonly HistoryRun[],
  run: HistoryRun,
  sighting: HistorySighting,
): void {
  const { tests } = sighting;
  const { length: index } = earlier;
  const existing = bugs.get(signature);
  if (existing === undefined) {
    const span = { first: index, last: index, oldest: run, newest: run, runs: 1 };
    bugs.set(signature, { selection: run.selection, signature, ...span, tests, smallest: sighting });
    return;
  }
  if (existing.newest !== run) {
    existing.runs++;
    const fix = findFix(existing, earlier);
    if (fix !== undefined) existing.fixedIn = fix;
  }
  existing.last = index;
  existing.newest = run;
  existing.tests += tests;
  if (sighting.waves < existing.smallest.waves) existing.smallest = sighting;
}

function makeBug(bug: BugRecord, runs: readonly HistoryRun[]): HistoryBug {
  const { selection, signature, smallest, tests, oldest, newest } = bug;
  const fix = findFix(bug, runs);
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
    oldest: makeSighting(oldest),
    newest: makeSighting(newest),
    ...(fixedIn === undefined ? {} : { fixedIn: makeSighting(fixedIn) }),
    state: findState(bug, runs, fix !== undefined),
  };
}

function findState({ first, fixedIn }: BugRecord, runs: readonly HistoryRun[], isFixed: boolean): BugState {
  if (isFixed) return 'fixed';
  if (fixedIn !== undefined) return 'back';
  return first === runs.length - 1 && runs.length > 1 ? 'new' : 'open';
}

function makeSighting({ directory, runId, startedAt }: HistoryRun): BugSighting {
  return { directory, runId, startedAt };
}

function compareBugs(a: HistoryBug, b: HistoryBug): number {
  const order = STATES.indexOf(a.state) - STATES.indexOf(b.state) || b.tests - a.tests;
  if (order !== 0) return order;
  const [first, second] = [a, b].map(({ selection, signature }) => `${selection} ${signature}`);
  return first! < second! ? -1 : 1;
}
