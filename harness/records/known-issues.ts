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
import {
  createDocumentListSchema,
  describeFirstIssue,
  listRuleIds,
  safeParse,
  UsageError,
} from '../../transactions/index.js';
import { isDateString, makeUnknownNameError, matchesGlob } from '../basics/index.js';
import { readJsonInput } from '../input/index.js';
import { NONDETERMINISM, PSEUDO_RULES } from './finding.js';

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
  const waivers = parseWaivers(file);
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

/** Finds the counted bins that match a waiver's pattern. */
function findMatchingBins({ bins }: Pick<Waiver, 'bins'>): BinRow[] {
  return getBinRows(createEmptyCoverage()).filter(
    (row) => row.kind === 'count' && matchesGlob(formatBinName(row), bins),
  );
}

function formatBinName({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}

function parseWaivers(file: string): Waiver[] {
  const document = readJsonInput('waivers', file);
  const parsed = safeParse(createDocumentListSchema(waiverSchema), document);
  if (parsed.success) return parsed.data;
  throw new UsageError(`Invalid --waivers ${file}: ${describeFirstIssue(parsed.error, document)}`);
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

/** The schema of a known issue. */
export const knownIssueSchema = z
  .strictObject({
    /** The bucket; `*` matches any text. */
    signature: z.string().min(1).optional(),
    rule: z.string().min(1).optional(),
    reason: z.string().min(1),
    owner: z.string().min(1),
    /** The last day on which it is valid, such as `2026-12-31`. */
    expires: z.string().refine(isDateString, 'a date such as 2026-12-31'),
  })
  .refine(({ signature, rule }) => signature !== undefined || rule !== undefined, 'a signature or a rule');

/** An accepted failure. It is shown, but neither fails nor stops the run. */
export type KnownIssue = z.infer<typeof knownIssueSchema>;

/**
 * Reads the known issues from a JSON file. Throws `UsageError` for an invalid file, an unknown rule, or an issue that
 * expired before `today`, which has the form `2026-12-31`. An issue that never expired would hide the next bug.
 */
export function readKnownIssues(file: string, today: string): KnownIssue[] {
  const document = readJsonInput('knownIssues', file);
  const parsed = safeParse(createDocumentListSchema(knownIssueSchema), document);
  if (!parsed.success) {
    throw new UsageError(`Invalid known issues ${file}: ${describeFirstIssue(parsed.error, document)}`);
  }
  const rules: string[] = [...listRuleIds(), ...PSEUDO_RULES, NONDETERMINISM];
  for (const { rule } of parsed.data) {
    if (rule === undefined || rules.includes(rule)) continue;
    const { message } = makeUnknownNameError('rule', rule, rules);
    throw new UsageError(`Invalid known issues ${file}: ${message}`);
  }
  const expired = parsed.data.find((issue) => !isValidOn(today, issue));
  if (expired !== undefined) {
    const { signature, rule, owner, expires } = expired;
    throw new UsageError(
      `Known issue "${signature ?? rule}" in ${file} expired on ${expires}: ask ${owner} to fix, renew or remove it`,
    );
  }
  return parsed.data;
}

/** Returns the issues that still excuse failures on a day. */
export function listValidIssues(issues: readonly KnownIssue[], today: string): KnownIssue[] {
  return issues.filter((issue) => isValidOn(today, issue));
}

function isValidOn(today: string, { expires }: KnownIssue): boolean {
  return expires >= today;
}

/**
 * Finds the issue that excuses a failure, if any. Testbench errors are excused only by issues that name them, since a
 * pattern that matches every failure is meant for failures of the design.
 */
export function findKnownIssue(
  issues: readonly KnownIssue[],
  failure: { readonly signature: string; readonly rule: string },
): KnownIssue | undefined {
  return issues.find(
    ({ signature, rule }) =>
      (rule === undefined
        ? !isTestbenchRule(failure.rule) || startsWithWord(signature!, failure.rule)
        : rule === failure.rule) &&
      (signature === undefined || matchesGlob(failure.signature, signature)),
  );
}

function isTestbenchRule(rule: string): boolean {
  return rule === 'error' || rule === NONDETERMINISM;
}

/** Whether a pattern starts with the given word. Signatures start with their rule or the word used in its place. */
function startsWithWord(pattern: string, word: string): boolean {
  return pattern.startsWith(`${word} `);
}
