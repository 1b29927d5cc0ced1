import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../base/basics/index.js';
import { writeAtomic } from '../../base/output/index.js';
import { getKillMatrixPath, measureKillingPower, readKillMatrix } from '../../closure/qualify/index.js';
import { type ByRule, RULE_IDS } from '../../transactions/index.js';

/** The stored results of a mutant run. */
export interface StoredRun {
  /** Number of mutants tested. */
  readonly mutants: number;
  /** Fraction of the non-equivalent mutants that were killed, from 0 to 1. */
  readonly score: number;
  /** For each rule, the number of mutants that only this rule detects. */
  readonly alone: Readonly<ByRule<number>>;
}

/** The stored runs, keyed by what was mutated. */
export type StoredRuns = Readonly<Record<'programs' | 'model', StoredRun>>;

const FILE = join(findPackageRoot(), 'bench', 'results', 'mutants.json');

/** Reads the stored runs. */
export function readStoredRuns(): StoredRuns {
  return JSON.parse(readFileSync(FILE, 'utf8')) as StoredRuns;
}

/** Stores a run, replacing the previous one of its kind. */
export function storeRun(kind: keyof StoredRuns, run: StoredRun): void {
  writeAtomic(FILE, `${JSON.stringify({ ...readStoredRuns(), [kind]: run }, null, 2)}\n`);
}

/** For each rule, the numbers of faults, model mutants and program mutants that no other rule detects. */
export type SoleKills = Readonly<
  ByRule<readonly [faults: number, modelMutants: number, programMutants: number]>
>;

/**
 * Returns each rule's sole kills (goals.md, C9). Faults come from the kill matrix, and mutants from the stored
 * runs.
 */
export function readSoleKills(): SoleKills {
  const { soleKillers } = measureKillingPower(readKillMatrix(getKillMatrixPath()));
  const { model, programs } = readStoredRuns();
  return Object.fromEntries(
    RULE_IDS.map((rule) => [
      rule,
      [soleKillers.get(rule)?.length ?? 0, model.alone[rule] ?? 0, programs.alone[rule] ?? 0],
    ]),
  );
}

/** Returns the fraction of rules with at least one sole kill, from 0 to 1. */
export function computeSoleFraction(kills: SoleKills): number {
  const counts = Object.values(kills);
  return counts.filter(hasKills).length / counts.length;
}

/** Formats the sole kills of each rule, followed by a list of the rules that have none. */
export function formatSoleKills(kills: SoleKills): string {
  const rules = Object.entries(kills);
  const lines = rules
    .filter(([, counts]) => hasKills(counts))
    .map(([rule, [faults, model, programs]]) => {
      return `${rule.padEnd(10)}  ${faults} faults, ${model} model mutants, ${programs} program mutants`;
    });
  const otherRules = rules.filter(([, counts]) => !hasKills(counts)).map(([rule]) => rule);
  const summary = `${lines.length} of ${rules.length} rules (${(computeSoleFraction(kills) * 100).toFixed(0)}%) are each the sole detector of at least one fault or mutant`;
  return [
    ...lines,
    summary,
    `rules that are never the sole detector: ${otherRules.join(' ') || 'none'}`,
  ].join('\n');
}

function hasKills(counts: readonly number[]): boolean {
  return counts.some((count) => count > 0);
}
