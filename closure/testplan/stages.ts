/**
 * The verification stages of OpenTitan's checklists. V1: the bench is up, and the main feature works. V2: every feature
 * is tested and covered. V3: corner cases and structure are tested, and holes are closed.
 */
export const STAGES = ['V1', 'V2', 'V3'] as const;

export type Stage = (typeof STAGES)[number];

/** Target percentage of judgeable statements that are judged. */
export const JUDGED_GOAL = 85;

/** The statements of V1 and V3, as ids and id ranges. All others are in V2. */
const STATEMENTS: Readonly<Record<Exclude<Stage, 'V2'>, readonly string[]>> = {
  V1: [
    ...['S-001..S-003', 'S-005..S-018', 'S-020..S-033', 'S-041..S-046', 'S-054..S-056'],
    ...['S-076..S-084', 'S-092..S-093', 'S-103', 'S-108', 'S-110', 'S-113..S-114'],
    ...['P-025..P-027', 'P-029', 'P-058..P-060', 'P-062..P-068', 'P-078..P-081', 'P-107..P-108'],
  ],
  V3: [
    ...['S-004', 'S-019', 'S-064..S-074', 'S-095..S-096', 'S-106', 'S-129..S-143', 'S-150..S-154'],
    ...['R-001..R-004', 'R-014..R-015', 'R-017', 'R-033', 'R-038..R-052'],
    ...['P-001..P-006', 'P-010', 'P-014..P-015', 'P-017..P-022', 'P-030', 'P-032..P-034', 'P-037..P-048'],
    ...['P-055..P-057', 'P-093..P-106', 'P-109..P-123', 'P-125..P-143', 'P-145..P-157', 'X-001..X-010'],
  ],
};

/** Maps each statement in `ids` to its stage. Throws if the table contains an unknown or duplicate statement. */
export function assignStages(ids: readonly string[]): ReadonlyMap<string, Stage> {
  const stages = new Map<string, Stage>();
  for (const stage of ['V1', 'V3'] as const) {
    for (const id of STATEMENTS[stage].flatMap((range) => expandRange(range, ids))) {
      if (stages.has(id)) throw new Error(`Statement ${id} is in two stages.`);
      stages.set(id, stage);
    }
  }
  for (const id of ids) if (!stages.has(id)) stages.set(id, 'V2');
  return stages;
}

/** Returns whether a statement of `stage` is due by stage `target`. */
export function isDueBy(stage: Stage, target: Stage): boolean {
  return STAGES.indexOf(stage) <= STAGES.indexOf(target);
}

function expandRange(range: string, ids: readonly string[]): readonly string[] {
  const [first, last = first] = range.split('..') as [string, string?];
  const [from, to] = [ids.indexOf(first), ids.indexOf(last)];
  if (from < 0 || to < from) throw new Error(`The stage table contains unknown statements in ${range}.`);
  return ids.slice(from, to + 1);
}
