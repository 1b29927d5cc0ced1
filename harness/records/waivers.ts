import { z } from 'zod';
import { isDay, matchesGlob } from '../../base/basics/index.js';
import { readJsonInput } from '../../base/input/index.js';
import {
  type BinRow,
  binRows,
  COVERAGE_MODEL,
  type CoverageData,
  type CoverageModel,
  emptyCoverage,
  waiveBins,
} from '../../coverage/index.js';
import { describeFirstIssue, eachOf, safeParse, UsageError } from '../../transactions/index.js';

const waiverSchema = z.strictObject({
  /** `covergroup/coverpoint/bin`, where `*` matches any text. All bins are in one covergroup. */
  bins: z
    .string()
    .regex(/^[^/*?]+\/[^/]+\/.+$/, 'COVERGROUP/COVERPOINT/BIN, with * for any text in the last two'),
  reason: z.string().min(1),
  owner: z.string().min(1),
  /** The last day it is valid, such as `2026-12-31`. */
  expires: z.string().refine(isDay, 'a day like 2026-12-31'),
  /** The hash of the covergroup definition that it was written for. */
  hash: z.string(),
});

/** Bins that are excluded from the score, and the person responsible. */
export type Waiver = z.infer<typeof waiverSchema>;

/** A waiver and the number of bins it excludes. A bin named by two waivers counts toward the first. */
export interface AppliedWaiver extends Waiver {
  readonly count: number;
}

/** Waivers and the resulting coverage model. */
export interface Waivers {
  readonly list: readonly AppliedWaiver[];
  readonly model: CoverageModel;
  /** The waived bins that were hit, meaning that something waived as impossible happened. */
  readonly hits: (data: CoverageData) => readonly string[];
}

/** No waivers. */
export const NO_WAIVERS: Waivers = { list: [], model: COVERAGE_MODEL, hits: () => [] };

/**
 * Reads the waivers in a JSON file. Throws `UsageError` if it is invalid, or if a waiver has expired by `today`
 * (`2026-12-31`), matches no bin, or was written for another definition of its covergroup.
 */
export function readWaivers(file: string, today: string): Waivers {
  const waivers = parseWaivers(file);
  for (const waiver of waivers) {
    const problem = problemOf(waiver, today);
    if (problem !== undefined) throw new UsageError(`Waiver "${waiver.bins}" of ${file} ${problem}`);
  }
  const waiverOf = (bin: string): Waiver | undefined =>
    waivers.find((waiver) => matchesGlob(bin, waiver.bins));
  const reasonOf = (bin: string): string | undefined => waiverOf(bin)?.reason;
  return {
    list: waivers.map((waiver) => ({
      ...waiver,
      count: matchedBy(waiver).filter((row) => waiverOf(nameOf(row)) === waiver).length,
    })),
    model: waiveBins(COVERAGE_MODEL, reasonOf),
    hits: (data) =>
      binRows(data)
        .filter(({ kind, passed }) => kind === 'count' && passed.hits > 0)
        .map(nameOf)
        .filter((bin) => reasonOf(bin) !== undefined),
  };
}

/** The counted bins that match a waiver's pattern. */
function matchedBy({ bins }: Pick<Waiver, 'bins'>): BinRow[] {
  return binRows(emptyCoverage()).filter((row) => row.kind === 'count' && matchesGlob(nameOf(row), bins));
}

function nameOf({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}

function parseWaivers(file: string): Waiver[] {
  const document = readJsonInput('waivers', file);
  const parsed = safeParse(eachOf(waiverSchema), document);
  if (parsed.success) return parsed.data;
  throw new UsageError(`Invalid --waivers ${file}: ${describeFirstIssue(parsed.error, document)}`);
}

/** What is wrong with a waiver, as far as can be told before any test runs; undefined if nothing is. */
function problemOf({ bins, owner, expires, hash }: Waiver, today: string): string | undefined {
  if (expires < today) return `expired on ${expires}: ask ${owner} to renew or remove it`;
  const [first] = matchedBy({ bins });
  if (first === undefined) return 'matches no countable bin';
  const group = COVERAGE_MODEL.groups.find(({ covergroup }) => covergroup.name === first.group)!;
  return group.compiled.hash === hash
    ? undefined
    : `was made for another definition of covergroup ${first.group}: review it, then set its hash to "${group.compiled.hash}"`;
}
