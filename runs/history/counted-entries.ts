import type { HistoryEntry, HistoryRun, HistorySighting } from './history-run.js';

/** A run's evidence about bugs. */
export interface CountedEntry {
  readonly run: HistoryRun;
  /** The run that drew the tests: `run` itself, or the one whose failures it repeats. */
  readonly origin: HistoryRun;
  /** The sightings, in the failure groups of `origin`. */
  readonly sights: readonly HistorySighting[];
  /** The failure groups of `origin` that proved to be fixed. */
  readonly proven: readonly string[];
}

/** A run's entry, and its failure groups' names in `origin`. */
type RenamedEntry = CountedEntry & { readonly names: ReadonlyMap<string, string> };

/**
 * Attributes repeated failures to the run that drew their tests, and to its failure groups. A bucket known to that run
 * keeps its group there. Any other bucket joins the group of one that the repeating run groups it with. If the original
 * is not in the history, a repeating run counts on its own.
 *
 * @param entries the entries, oldest first
 */
export function attributeEntries(entries: readonly HistoryEntry[]): CountedEntry[] {
  const byId = new Map<string, RenamedEntry>();
  return entries.map(({ run, sights, proof }) => {
    const original = proof === undefined ? undefined : byId.get(proof.runId);
    const fixed = proof?.fixed ?? [];
    const entry: RenamedEntry =
      original === undefined
        ? { run, origin: run, sights, proven: fixed, names: new Map() }
        : {
            run,
            origin: original.origin,
            ...renameGroups(sights, byId.get(original.origin.runId)!.sights),
            proven: fixed.map((group) => original.names.get(group) ?? group),
          };
    byId.set(run.runId, entry);
    return entry;
  });
}

function renameGroups(
  sights: readonly HistorySighting[],
  originSights: readonly HistorySighting[],
): Pick<RenamedEntry, 'sights' | 'names'> {
  const groups = new Map(originSights.map(({ signature, failureGroup }) => [signature, failureGroup]));
  const names = new Map<string, string>();
  for (const { signature, failureGroup } of sights) {
    const name = groups.get(signature);
    if (name !== undefined && !names.has(failureGroup)) names.set(failureGroup, name);
  }
  return {
    names,
    sights: sights.map((sighting) => {
      const { signature, failureGroup } = sighting;
      return { ...sighting, failureGroup: groups.get(signature) ?? names.get(failureGroup) ?? failureGroup };
    }),
  };
}
