import type { HistoryEntry, HistoryRun, HistorySighting } from './history-run.js';
/** A run's evidence about bugs. */
export interface AttributedEntry {
  readonly run: HistoryRun;
  /** The original run: `run` itself, or the one whose failures it reruns. */
  readonly origin: HistoryRun;
  /** The sightings, in the failure groups of `origin`. */
  readonly sightings: readonly HistorySighting[];
}

/** A run's entry, with a map from its failure group names to those of `origin`. */
type RenamedEntry = AttributedEntry & { readonly names: ReadonlyMap<string, string> };

/**
 * Attributes the failures of reruns to the original run and its failure groups. A bucket that also occurred in the
 * original run keeps its group from that run. Other buckets are moved along with their group. The group is mapped via
 * the first of its buckets that also occurred in the original run. If the original run is not in the history, the rerun
 * is treated as an original run.
 *
 * @param entries the entries, oldest first
 */
export function attributeEntries(entries: readonly HistoryEntry[]): AttributedEntry[] {
  const byId = new Map<string, RenamedEntry>();
  return entries.map(({ run, sights: sightings, proof }) => {
    const original = proof === undefined ? undefined : byId.get(proof.runId);
    const entry: RenamedEntry =
      original === undefined
        ? { run, origin: run, sightings, names: new Map() }
        : {
            run,
            origin: original.origin,
            ...renameGroups(sightings, byId.get(original.origin.runId)!.sightings),
          };
    byId.set(run.runId, entry);
    return entry;
  });
}

function renameGroups(
  sightings: readonly HistorySighting[],
  originSightings: readonly HistorySighting[],
): Pick<RenamedEntry, 'sightings' | 'names'> {
  const groups = new Map(originSightings.map(({ signature, failureGroup }) => [signature, failureGroup]));
  const names = new Map<string, string>();
  for (const { signature, failureGroup } of sightings) {
    const name = groups.get(signature);
    if (name !== undefined && !names.has(failureGroup)) names.set(failureGroup, name);
  }
  return {
    names,
    sightings: sightings.map((sighting) => {
      const { signature, failureGroup } = sighting;
      return { ...sighting, failureGroup: groups.get(signature) ?? names.get(failureGroup) ?? failureGroup };
    }),
  };
}

/**
 * The state of a bug. `new`: first seen in the newest run of a selection that has more than one run. `fixed`: a later run
 * of its selection finished without it and had at least as many tests as the last run that saw it. `back`: seen again after a fix. `open`: none of these.
 * A rerun of failures counts as evidence for the original selection, but is not counted as one of its runs.
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

/** What is known about a bug so far. `first` and `last` are indices into its selection's runs, not counting reruns. */
interface BugRecord {
  readonly selection: string;
  readonly signature: string;
  readonly first: number;
  last: number;
  runs: number;
  tests: number;
  smallest: HistorySighting;
  group: string;
  readonly oldest: HistoryRun;
  newest: HistoryRun;
  /** The run whose tests most recently reproduced the bug. */
  origin: HistoryRun;
  /** If the bug reappeared, the run in which its latest fix was first seen. */
  fixedIn?: HistoryRun;
}

/**
 * Merges sightings with the same name and selection into bugs, sorted by state (new, back, open, fixed) and then by
 * number of tests, largest first. Not counting the sort, the cost is linear in the number of sightings, plus one step
 * for each bug and run without it.
 *
 * @param entries the entries, oldest first
 */
export function mergeBugs(
  entries: readonly HistoryEntry[],
  getName: (sighting: HistorySighting) => string,
): HistoryBug[] {
  const runsBySelection = new Map<string, HistoryRun[]>();
  const bugsBySelection = new Map<string, Map<string, BugRecord>>();
  for (const entry of attributeEntries(entries)) {
    const { run, origin, sightings } = entry;
    const runs = runsBySelection.get(origin.selection) ?? [];
    runsBySelection.set(origin.selection, runs);
    const bugs = bugsBySelection.get(origin.selection) ?? new Map<string, BugRecord>();
    bugsBySelection.set(origin.selection, bugs);
    for (const sighting of sightings) addSighting(bugs, getName(sighting), runs, entry, sighting);
    if (run === origin) runs.push(run);
  }
  return [...bugsBySelection.values()]
    .flatMap((bugs) => [...bugs.values()])
    .map((bug) => makeBug(bug, runsBySelection.get(bug.selection)!))
    .sort(compareBugs);
}

/**
 * Returns the first run after `last` that finished without the bug and had at least as many tests as the run whose
 * tests most recently reproduced it, if any.
 */
function findFix(bug: BugRecord, runs: readonly HistoryRun[]): HistoryRun | undefined {
  for (let index = bug.last + 1; index < runs.length; index++) {
    const { endedBy, tests } = runs[index]!;
    if ((endedBy === 'count' || endedBy === 'time') && tests >= bug.origin.tests) return runs[index];
  }
  return undefined;
}

function addSighting(
  bugs: Map<string, BugRecord>,
  signature: string,
  earlier: readonly HistoryRun[],
  { run, origin }: AttributedEntry,
  sighting: HistorySighting,
): void {
  const { tests, failureGroup: group } = sighting;
  const index = run === origin ? earlier.length : earlier.length - 1;
  const existing = bugs.get(signature);
  if (existing === undefined) {
    const span = { first: index, last: index, oldest: run, newest: run, origin };
    bugs.set(signature, {
      selection: origin.selection,
      signature,
      ...span,
      runs: 1,
      tests,
      group,
      smallest: sighting,
    });
    return;
  }
  if (existing.newest !== run) {
    existing.runs++;
    const fix = findFix(existing, earlier);
    if (fix !== undefined) existing.fixedIn = fix;
  }
  existing.last = index;
  existing.newest = run;
  existing.origin = origin;
  existing.group = group;
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
