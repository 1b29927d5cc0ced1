import type { ByRule } from '../../transactions/index.js';
import type { Judged } from './judge.js';
import type { JudgedVariation } from './judge-variation.js';

/** What became of the mutants of one operator. */
export interface OperatorCounts {
  readonly operator: string;
  readonly killed: number;
  /** Of the killed, those whose paths show it before anything runs. */
  readonly byPaths: number;
  readonly equivalent: number;
  readonly misjudged: number;
  readonly survived: number;
  /** Rules of all killed, and for how many. */
  readonly rules: Readonly<ByRule<number>>;
  /** Rules that alone saw a killed one, and how many each. */
  readonly alone: Readonly<ByRule<number>>;
  /** Why the equivalent ones are, and how many for each reason. */
  readonly reasons: Readonly<Record<string, number>>;
}

/** The counts of each operator, in the order of first meeting. */
export function countByOperator(judged: readonly Judged[]): readonly OperatorCounts[] {
  return [...new Set(judged.map(({ operator }) => operator))].map((operator) => {
    const own = judged.filter((each) => each.operator === operator);
    const count = (outcome: Judged['outcome']): number =>
      own.filter((each) => each.outcome === outcome).length;
    const killers = own.flatMap(({ outcome, rules }) => (outcome === 'killed' ? [rules] : []));
    return {
      operator,
      killed: count('killed'),
      byPaths: own.filter(({ byPaths }) => byPaths).length,
      equivalent: count('equivalent'),
      misjudged: count('misjudged'),
      survived: count('survived'),
      rules: tally(killers.flat()),
      alone: tally(killers.flatMap((rules) => (rules.length === 1 ? rules : []))),
      reasons: tally(own.flatMap(({ reason }) => reason ?? [])),
    };
  });
}

/** How many programs each variation was made of. */
export function countByVariation(judged: readonly JudgedVariation[]): Readonly<Record<string, number>> {
  return tally(judged.map(({ variation }) => variation));
}

/** Killed mutants of all that are not equivalent, from 0 to 1. */
export function mutationScore(counts: readonly OperatorCounts[]): number {
  const sum = (of: (each: OperatorCounts) => number): number =>
    counts.reduce((total, each) => total + of(each), 0);
  const killed = sum((each) => each.killed);
  return killed / (killed + sum(({ misjudged, survived }) => misjudged + survived));
}

/** The counts as lines of a table. */
export function formatCounts(counts: readonly OperatorCounts[]): string {
  const head = ['operator', 'killed', 'by paths', 'equivalent', 'misjudged', 'survived'];
  const rows = counts.map((each) =>
    [each.operator, each.killed, each.byPaths, each.equivalent, each.misjudged, each.survived].map(String),
  );
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ');
  return [head, ...rows].map(line).join('\n');
}

function tally<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  const counts = {} as Record<Key, number>;
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}
