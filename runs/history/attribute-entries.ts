import type { HistoryEntry, HistoryRun, HistorySighting } from './history-run.js';

/** A run's evidence about bugs. */
export interface AttributedEntry {
  readonly run: HistoryRun;
  /** The original run: `run` itself, or the one whose failures it reruns. */
  readonly origin: HistoryRun;
  /** The sightings, in the failure groups of `origin`. */
  readonly sightings: readonly HistorySighting[];
  /** The failure groups of `origin` that were proven fixed. */
  readonly proven: readonly string[];
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
    const fixed = proof?.fixed ?? [];
    const entry: RenamedEntry =
      original === undefined
        ? { run, origin: run, sightings, proven: fixed, names: new Map() }
        : {
            run,
            origin: original.origin,
            ...renameGroups(sightings, byId.get(original.origin.runId)!.sightings),
            proven: fixed.map((group) => original.names.get(group) ?? group),
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
