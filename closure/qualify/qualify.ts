import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { findPackageRoot, InfrastructureError, RANGES } from '../../harness/basics/index.js';
import { readDocument } from '../../harness/input/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { DEFAULT_LIMITS, LimitedCaller, yieldInOrder } from '../../harness/workers/index.js';
import {
  createDocumentListSchema,
  FAULTS,
  type FaultId,
  isFaultId,
  isRuleId,
  RULE_IDS,
  type RuleId,
} from '../../transactions/index.js';
import type { FaultPlan, FaultVerdict } from './qualify-fault.js';
import type { QualifyTask } from './qualify-worker.js';

/** How effective the rules are at killing faults, according to a kill matrix. */
export interface KillingPower {
  /** Faults that only one rule detects in the matrix's tests, keyed by that rule. */
  readonly soleKillers: ReadonlyMap<RuleId, readonly FaultId[]>;
  /** Rules that detect no fault. */
  readonly silent: readonly RuleId[];
  /** Median number of tests it takes to kill a fault. */
  readonly medianTests: number;
  /** Maximum number of tests it takes to kill a fault. */
  readonly maxTests: number;
}

/** Summarises the killing power of a matrix. */
export function measureKillingPower(rows: readonly KillRow[]): KillingPower {
  const only = new Map<RuleId, FaultId[]>();
  for (const { id, rule, rules } of rows)
    if (Object.keys(rules).length === 1) only.set(rule, [...(only.get(rule) ?? []), id]);
  const firedRules = new Set(rows.flatMap(({ rules }) => Object.keys(rules)));
  const tests = rows.map((row) => row.tests).sort((a, b) => a - b);
  return {
    soleKillers: only,
    silent: RULE_IDS.filter((id) => !firedRules.has(id)),
    medianTests: tests[tests.length >> 1] ?? 0,
    maxTests: tests[tests.length - 1] ?? 0,
  };
}

const faultId = z.custom<FaultId>((id) => typeof id === 'string' && isFaultId(id), 'the id of a fault');
const ruleId = z.custom<RuleId>(isRuleId, 'a rule id');

const rowSchema = z.strictObject({
  id: faultId,
  /** The first rule to detect the fault in the killing test. */
  rule: ruleId,
  /** Number of tests it took to kill the fault. */
  tests: z.int().positive(),
  /** The name of the killing test. Its hash covers the generator and the knobs. */
  killer: z.string(),
  /**
   * For each rule that fired in the first tests, the number of tests until it first fired. A warning counts only if it
   * killed the fault.
   */
  rules: z.record(z.string(), z.int().positive()),
});

/**
 * A killed fault: the rule that killed it, the number of tests it took, the killing test, and the rules that detect
 * the fault.
 */
export type KillRow = z.infer<typeof rowSchema>;

/** Returns the path of the package's kill matrix. */
export function getKillMatrixPath(): string {
  return join(findPackageRoot(), 'data', 'kill-matrix.json');
}

/**
 * Reads the rows of a kill matrix, in the order of faults.md. Returns an empty array if the file does not exist. Throws
 * `UsageError` for an invalid file.
 */
export function readKillMatrix(file: string): KillRow[] {
  if (!existsSync(file)) return [];
  return readDocument('killMatrix', file, createDocumentListSchema(rowSchema));
}

/** Merges verdicts into a matrix file, one row per line. Removes the rows of faults that survived; keeps all others. */
export function updateKillMatrix(file: string, verdicts: readonly FaultVerdict[]): void {
  const rows = new Map(readKillMatrix(file).map((row) => [row.id, row]));
  for (const verdict of verdicts) {
    const row = toRow(verdict);
    if (row === undefined) rows.delete(verdict.id);
    else rows.set(verdict.id, row);
  }
  const lines = FAULTS.flatMap(({ id }) => rows.get(id) ?? []).map((row) => JSON.stringify(row));
  writeAtomic(file, `[\n${lines.join(',\n')}\n]\n`);
}

function toRow({ id, rule, tests, killer, rules }: FaultVerdict): KillRow | undefined {
  if (rule === undefined || killer === undefined) return undefined;
  return { id, rule, tests, killer, rules };
}

const WORKER = 'closure/qualify/qualify-worker.js';

/** A fault takes thousands of tests, so only the heap is limited. */
const LIMITS = { ...DEFAULT_LIMITS, ms: RANGES.ms.max };

interface QualifyRequest extends Omit<FaultPlan, 'stored'> {
  /** Kill matrix rows whose killers are tried first. If absent, each search starts from scratch. */
  readonly stored?: readonly KillRow[];
  readonly faults: readonly FaultId[];
  readonly workers: number;
}

/** A result callback, and a signal that stops `qualify` after the current result. */
interface QualifyCallbacks {
  readonly signal?: AbortSignal;
  readonly onFault?: (verdict: FaultVerdict) => void;
}

/**
 * Injects each fault in turn, and returns the verdicts in the requested order. The number of workers affects only
 * timings.
 */
export async function qualify(
  request: QualifyRequest,
  watch: QualifyCallbacks = {},
): Promise<FaultVerdict[]> {
  const { workers } = request;
  const verdicts: FaultVerdict[] = [];
  const calls = new LimitedCaller<QualifyTask, FaultVerdict>(WORKER, LIMITS, workers);
  const outcomes = yieldInOrder(createFaultTasks(request), 2 * workers, (task) => calls.call(task));
  try {
    for await (const outcome of outcomes) {
      if ('lost' in outcome) throw new InfrastructureError(`A worker was lost: ${outcome.lost}`);
      verdicts.push(outcome.value);
      watch.onFault?.(outcome.value);
      if (watch.signal?.aborted === true) break;
    }
  } finally {
    await calls.close();
  }
  return verdicts;
}

function createFaultTasks({ faults, seed, count, stored = [] }: QualifyRequest): QualifyTask[] {
  return faults.map((id) => {
    const row = stored.find(({ id: fault }) => fault === id);
    return { id, plan: { seed, count, ...(row && { stored: row }) } };
  });
}
