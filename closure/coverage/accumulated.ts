import {
  CoverageConflict,
  type CoverageData,
  type CoverageModel,
  type CoverageSummary,
  createEmptyCoverage,
  formatPercentage,
  mergeCoverage,
  summariseCoverage,
} from '../../coverage/index.js';
import { readIfUsable } from '../../harness/basics/index.js';
import { readCoverage } from '../../harness/run-directory/index.js';
import { formatNumber, makeColumns, type SummaryTable } from '../../harness/text/index.js';

/** How many nights, the newest included, are "the last nights". */
const RECENT_NIGHTS = 7;

/** The most earlier nights that are merged. */
const MAX_NIGHTS = 30;

/** The coverage of the newest nights together. */
interface NightsCoverage {
  readonly nights: number;
  readonly summary: CoverageSummary;
}

/** Builds a table of the coverage of this run, of the last runs, and of all runs of the model version. */
export function buildNightsTable({ tonight, recent, all }: AccumulatedCoverage): SummaryTable {
  const rows = [
    ['this run', tonight],
    ...(recent.nights < all.nights ? [[`the last ${recent.nights} runs`, recent] as const] : []),
    [`all ${all.nights} runs of this model version${all.nights > MAX_NIGHTS ? ' kept' : ''}`, all],
  ] as const;
  return {
    columns: makeColumns('runs of this selection', '>tests', '>bins', '>weighted'),
    rows: rows.map(([name, { summary }]) => [
      name,
      formatNumber(summary.tests.passed),
      `${formatNumber(summary.hit)} of ${formatNumber(summary.total)}`,
      formatPercentage(summary.percent),
    ]),
  };
}

/** What a run and the similar runs before it in its folder cover together. */
export interface AccumulatedCoverage {
  readonly tonight: NightsCoverage;
  readonly recent: NightsCoverage;
  /** All nights of the run's model version, up to `MAX_NIGHTS` before it. */
  readonly all: NightsCoverage;
  /** The merged coverage of the nights before, to compare rates with. */
  readonly former: CoverageData;
}

/**
 * Merges a run's coverage with that of earlier runs, newest first. Runs whose coverage cannot be read, or conflicts
 * with that of a newer one, are left out. Returns undefined if none remains.
 */
export function accumulateCoverage(
  tonight: CoverageData,
  earlier: readonly string[],
  model: CoverageModel,
): AccumulatedCoverage | undefined {
  const summarise = (data: CoverageData, nights: number): NightsCoverage => ({
    nights,
    summary: summariseCoverage(data, model),
  });
  let former = createEmptyCoverage();
  let together = tonight;
  let nights = 1;
  let recent = summarise(tonight, 1);
  for (const path of earlier.slice(0, MAX_NIGHTS)) {
    const data = readIfUsable(() => readCoverage(path));
    const merged = mergeIfPossible(together, data);
    if (data === undefined || merged === undefined) continue;
    together = merged;
    former = mergeCoverage(former, data);
    nights++;
    if (nights === RECENT_NIGHTS) recent = summarise(together, nights);
  }
  if (nights === 1) return undefined;
  const all = summarise(together, nights);
  return { tonight: summarise(tonight, 1), recent: nights < RECENT_NIGHTS ? all : recent, all, former };
}

function mergeIfPossible(data: CoverageData, other: CoverageData | undefined): CoverageData | undefined {
  try {
    return other && mergeCoverage(data, other);
  } catch (error) {
    if (!(error instanceof CoverageConflict)) throw error;
    return undefined;
  }
}
