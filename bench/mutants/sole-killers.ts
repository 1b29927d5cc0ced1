import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/basics/index.js';
import { writeWhole } from '../../base/output/index.js';
import { killingPower, killMatrixFile, readKillMatrix } from '../../closure/qualify/index.js';
import { type ByRule, RULE_IDS } from '../../transactions/index.js';

/** The stored part of a run over mutants. */
export interface StoredRun {
  /** Mutants judged. */
  readonly mutants: number;
  /** Killed share of the non-equivalent ones, from 0 to 1. */
  readonly score: number;
  /** Rules that alone saw mutants, and how many. */
  readonly alone: Readonly<ByRule<number>>;
}

/** The stored runs: over mutants of programs and of the model. */
export type StoredRuns = Readonly<Record<'programs' | 'model', StoredRun>>;

const FILE = join(packageRoot(), 'bench', 'results', 'mutants.json');

/** The stored runs. */
export function readStoredRuns(): StoredRuns {
  return JSON.parse(readFileSync(FILE, 'utf8')) as StoredRuns;
}

/** Stores a run in place of the previous one. */
export function storeRun(kind: keyof StoredRuns, run: StoredRun): void {
  writeWhole(FILE, `${JSON.stringify({ ...readStoredRuns(), [kind]: run }, null, 2)}\n`);
}

/** Faults, model mutants and program mutants that each rule alone sees. */
export type SoleKills = Readonly<ByRule<readonly [faults: number, ofModel: number, ofPrograms: number]>>;

/**
 * The sole kills of every rule (goals.md, C9): of faults by the kill matrix, of mutants by the stored runs.
 */
export function storedSoleKills(): SoleKills {
  const { only } = killingPower(readKillMatrix(killMatrixFile()));
  const { model, programs } = readStoredRuns();
  return Object.fromEntries(
    RULE_IDS.map((rule) => [
      rule,
      [only.get(rule)?.length ?? 0, model.alone[rule] ?? 0, programs.alone[rule] ?? 0],
    ]),
  );
}

/** Share of the rules that alone see something, from 0 to 1. */
export function soleShare(kills: SoleKills): number {
  const all = Object.values(kills);
  return all.filter(isAny).length / all.length;
}

/** The sole kills by rule, and the rules without any, as lines. */
export function formatSoleKills(kills: SoleKills): string {
  const rules = Object.entries(kills);
  const lines = rules
    .filter(([, counts]) => isAny(counts))
    .map(([rule, [faults, model, programs]]) => {
      return `${rule.padEnd(10)}  ${faults} faults, ${model} mutants of the model, ${programs} of programs`;
    });
  const others = rules.filter(([, counts]) => !isAny(counts)).map(([rule]) => rule);
  const share = `${lines.length} of ${rules.length} rules (${(soleShare(kills) * 100).toFixed(0)} %) alone see a fault or a mutant`;
  return [...lines, share, `the other rules: ${others.join(' ') || 'none'}`].join('\n');
}

function isAny(counts: readonly number[]): boolean {
  return counts.some((count) => count > 0);
}
