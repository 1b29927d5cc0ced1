import { z } from 'zod';
import {
  type BinRow,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  createEmptyCoverage,
  getBinRows,
  waiveBins,
} from '../../coverage/index.js';
import { createDocumentListSchema, UsageError } from '../../transactions/index.js';
import { isDateString, matchesGlob } from '../basics/index.js';
import { readDocument } from '../input/index.js';
import { formatBinName } from './bin-index.js';

const waiverSchema = z.strictObject({
  /** `covergroup/coverpoint/bin`, where `*` matches any text. All the bins are in one covergroup. */
  bins: z.string().regex(/^[^/*?]+\/[^/]+\/.+$/, 'COVERGROUP/COVERPOINT/BIN, with * allowed in the last two'),
  reason: z.string().min(1),
  owner: z.string().min(1),
  /** The last day on which it is valid, such as `2026-12-31`. */
  expires: z.string().refine(isDateString, 'a date such as 2026-12-31'),
  /** The hash of the covergroup definition for which it was written. */
  hash: z.string(),
});

/** Bins excluded from the score, and the person responsible. */
type Waiver = z.infer<typeof waiverSchema>;

/** A waiver and the number of bins it excludes. A bin matched by two waivers counts towards the first. */
interface AppliedWaiver extends Waiver {
  readonly count: number;
}

/** Waivers, and the resulting coverage model. */
export interface Waivers {
  readonly list: readonly AppliedWaiver[];
  readonly model: CoverageModel;
  /** Lists the waived bins that were hit after all, meaning that a bin believed to be unreachable was reached. */
  readonly hits: (data: CoverageData) => readonly string[];
}

/** The waivers of a run without a waiver file. */
export const NO_WAIVERS: Waivers = { list: [], model: COVERAGE_MODEL, hits: () => [] };

/**
 * Reads the waivers from a JSON file. Throws `UsageError` if it is invalid, or if a waiver has expired by `today`
 * (a date such as `2026-12-31`), matches no bin, or was written for a different definition of its covergroup.
 */
export function readWaivers(file: string, today: string): Waivers {
  const waivers = readDocument('waivers', file, createDocumentListSchema(waiverSchema));
  for (const waiver of waivers) {
    const problem = findProblem(waiver, today);
    if (problem !== undefined) throw new UsageError(`Waiver "${waiver.bins}" in ${file} ${problem}`);
  }
  const findWaiver = (bin: string): Waiver | undefined =>
    waivers.find((waiver) => matchesGlob(bin, waiver.bins));
  const findReason = (bin: string): string | undefined => findWaiver(bin)?.reason;
  return {
    list: waivers.map((waiver) => ({
      ...waiver,
      count: findMatchingBins(waiver).filter((row) => findWaiver(formatBinName(row)) === waiver).length,
    })),
    model: waiveBins(COVERAGE_MODEL, findReason),
    hits: (data) =>
      getBinRows(data)
        .filter(({ kind, passed }) => kind === 'count' && passed.hits > 0)
        .map(formatBinName)
        .filter((bin) => findReason(bin) !== undefined),
  };
}

function findMatchingBins({ bins }: Pick<Waiver, 'bins'>): BinRow[] {
  return getBinRows(createEmptyCoverage()).filter(
    (row) => row.kind === 'count' && matchesGlob(formatBinName(row), bins),
  );
}

/** Returns what is wrong with a waiver, as far as can be told before any test runs; undefined if nothing is. */
function findProblem({ bins, owner, expires, hash }: Waiver, today: string): string | undefined {
  if (expires < today) return `expired on ${expires}: ask ${owner} to renew or remove it`;
  const [first] = findMatchingBins({ bins });
  if (first === undefined) return 'matches no countable bin';
  const group = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === first.group)!;
  return group.compiled.hash === hash
    ? undefined
    : `was written for a different definition of covergroup ${first.group}: review it, then set its hash to "${group.compiled.hash}"`;
}
