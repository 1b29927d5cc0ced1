import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/basics/index.js';
import { writeWhole } from '../../base/output/index.js';
import { killingPower, killMatrixFile, readKillMatrix } from '../../closure/qualify/index.js';
import { type ByRule, RULE_IDS } from '../../transactions/index.js';

/** What is stored about a run over mutants. */
export interface StoredRun {
  /** Number of mutants that were judged. */
  readonly mutants: number;
  /** The killed share of the mutants that are not equivalent, from 0 to 1. */
  readonly score: number;
  /** For each rule, the number of mutants that no other rule detected. */
  readonly alone: Readonly<ByRule<number>>;
}

/** The stored runs: over mutants of programs, and over mutants of the model. */
export type StoredRuns = Readonly<Record<'programs' | 'model', StoredRun>>;

const FILE = join(packageRoot(), 'bench', 'results', 'mutants.json');

/** Reads the stored runs. */
export function readStoredRuns(): StoredRuns {
  return JSON.parse(readFileSync(FILE, 'utf8')) as StoredRuns;
}

/** Stores a run in place of the previous one of its kind. */
export function storeRun(kind: keyof StoredRuns, run: StoredRun): void {
  writeWhole(FILE, `${JSON.stringify({ ...readStoredRuns(), [kind]: run }, null, 2)}\n`);
}

/** For each rule, the numbers of faults, model mutants and program mutants that no other rule detects. */
export type SoleKills = Readonly<ByRule<readonly [faults: number, ofModel: number, ofPrograms: number]>>;

/**
 * Returns the sole kills of every rule (goals.md, C9): those of faults come from the kill matrix, and those
 * of mutants from the stored runs.
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

/** The share of rules that detect something that no other rule does, from 0 to 1. */
export function soleShare(kills: SoleKills): number {
  const all = Object.values(kills);
  return all.filter(isAny).length / all.length;
}

/** Formats the sole kills of each rule, and then lists the rules without any. */
export function formatSoleKills(kills: SoleKills): string {
  const rules = Object.entries(kills);
  const lines = rules
    .filter(([, counts]) => isAny(counts))
    .map(([rule, [faults, model, programs]]) => {
      return `${rule.padEnd(10)}  ${faults} faults, ${model} mutants of the model, ${programs} of programs`;
    });
  const others = rules.filter(([, counts]) => !isAny(counts)).map(([rule]) => rule);
  const share = `${lines.length} of ${rules.length} rules (${(soleShare(kills) * 100).toFixed(0)}%) alone see a fault or a mutant`;
  return [...lines, share, `the other rules: ${others.join(' ') || 'none'}`].join('\n');
}

function isAny(counts: readonly number[]): boolean {
  return counts.some((count) => count > 0);
}
