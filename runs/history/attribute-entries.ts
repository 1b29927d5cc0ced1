import type { HistoryEntry, HistoryRun, HistorySighting } from './history-run.js';

/** A run's evidence about bugs. */
export interface AttributedEntry {
  readonly run: HistoryRun;
  /** The run that drew the tests: `run` itself, or the one whose failures it repeats. */
  readonly origin: HistoryRun;
  /** The sightings, in the failure groups of `origin`. */
  readonly sightings: readonly HistorySighting[];
  /** The failure groups of `origin` that proved to be fixed. */
  readonly proven: readonly string[];
}

/** A run's entry, and its failure groups' names in `origin`. */
type RenamedEntry = AttributedEntry & { readonly names: ReadonlyMap<string, string> };

/**
 * Attributes repeated failures to the run that drew their tests, and to that run's failure groups. A bucket known to
 * that run keeps its group there. Any other bucket goes to the group of the first known bucket that shares its group in
 * the repeating run. If the original is not in the history, the repeating run is treated as an original.
 *
 * @param entries the entries, oldest first
 */
export function attributeEntries(entries: readonly HistoryEntry[]): AttributedEntry[] {
  const byId = new Map<string, RenamedEntry>();
  return entries.map(({ run, sights, proof }) => {
    const original = proof === undefined ? undefined : byId.get(proof.runId);
    const fixed = proof?.fixed ?? [];
    const entry: RenamedEntry =
      original === undefined
        ? { run, origin: run, sightings: sights, proven: fixed, names: new Map() }
        : {
            run,
            origin: original.origin,
            ...renameGroups(sights, byId.get(original.origin.runId)!.sightings),
            proven: fixed.map((group) => original.names.get(group) ?? group),
          };
    byId.set(run.runId, entry);
    return entry;
  });
}

function renameGroups(
  sights: readonly HistorySighting[],
  originSights: readonly HistorySighting[],
): Pick<RenamedEntry, 'sightings' | 'names'> {
  const groups = new Map(originSights.map(({ signature, failureGroup }) => [signature, failureGroup]));
  const names = new Map<string, string>();
  for (const { signature, failureGroup } of sights) {
    const name = groups.get(signature);
    if (name !== undefined && !names.has(failureGroup)) names.set(failureGroup, name);
  }
  return {
    names,
    sightings: sights.map((sighting) => {
      const { signature, failureGroup } = sighting;
      return { ...sighting, failureGroup: groups.get(signature) ?? names.get(failureGroup) ?? failureGroup };
    }),
  };
}
