import { killingPower, killMatrixFile, readKillMatrix } from '../../regression/index.js';
import { RULE_IDS, type RuleId } from '../../transactions/index.js';
import { readModelResults } from './model/results.js';
import { readProgramResults } from './results.js';
import type { OperatorCounts } from './table.js';

/** How many faults and mutants a rule alone sees. */
export interface SoleKills {
  readonly rule: RuleId;
  readonly faults: number;
  readonly modelMutants: number;
  readonly programMutants: number;
}

/** What a mutant's killing says: the ways in which its tests failed, and the rules that fired. */
export interface Killing {
  readonly status: string;
  readonly by?: readonly string[];
  readonly rules: readonly RuleId[];
}

/** The rule that alone sees a mutant: nothing else failed any of its tests. */
export function soleKiller({ status, by, rules }: Killing): RuleId | undefined {
  return status === 'killed' && by?.length === 1 && by[0] === 'rule' && rules.length === 1
    ? rules[0]
    : undefined;
}

/**
 * Sole kills of every rule (goals.md, C9): of faults by the kill matrix, of mutants of the model and of programs by their
 * results.
 */
export function soleKills(
  faults: ReadonlyMap<RuleId, readonly unknown[]>,
  mutants: readonly Killing[],
  operators: readonly Pick<OperatorCounts, 'alone'>[],
): readonly SoleKills[] {
  const killers = mutants.map(soleKiller);
  return RULE_IDS.map((rule) => {
    return {
      rule,
      faults: faults.get(rule)?.length ?? 0,
      modelMutants: killers.filter((killer) => killer === rule).length,
      programMutants: operators.reduce((sum, { alone }) => sum + (alone[rule] ?? 0), 0),
    };
  });
}

/** Share of the rules that alone see something, from 0 to 1. */
export function soleShare(kills: readonly SoleKills[]): number {
  return kills.filter(isAlone).length / kills.length;
}

/** The sole kills by rule, and the rules that see nothing alone, as lines. */
export function formatSoleKills(kills: readonly SoleKills[]): string {
  const lines = kills
    .filter(isAlone)
    .map(
      ({ rule, faults, modelMutants, programMutants }) =>
        `${rule.padEnd(10)}  ${faults} faults, ${modelMutants} mutants of the model, ${programMutants} of programs`,
    );
  const others = kills.filter((each) => !isAlone(each)).map(({ rule }) => rule);
  const share = `${kills.length - others.length} of ${kills.length} rules (${(soleShare(kills) * 100).toFixed(0)} %) alone see a fault or a mutant`;
  return [...lines, share, `alone see none: ${others.join(' ') || 'no rule'}`].join('\n');
}

/** The sole kills that the kept results tell of. */
export function keptSoleKills(): readonly SoleKills[] {
  const { only } = killingPower(readKillMatrix(killMatrixFile()));
  return soleKills(only, readModelResults()?.judged ?? [], readProgramResults()?.operators ?? []);
}

function isAlone({ faults, modelMutants, programMutants }: SoleKills): boolean {
  return faults + modelMutants + programMutants > 0;
}
