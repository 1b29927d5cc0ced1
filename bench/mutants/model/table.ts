import { isAlive, type JudgedMutant, killerOf, type Status } from './judged.js';

/** What became of the mutants of a unit, or of an operator. */
export interface StatusCounts {
  readonly name: string;
  readonly counts: Readonly<Record<Status, number>>;
  /** Of the killed, those that each kind of killer has. */
  readonly killers: Readonly<Record<Killer, number>>;
}

type Killer = ReturnType<typeof killerOf>;

const KILLERS: readonly Killer[] = ['rule', 'no rule', 'unit tests'];

const STATUSES: readonly Status[] = ['killed', 'equivalent', 'unreached', 'unseen', 'survived'];

/** Counts of each group, in the order of first meeting. */
export function countBy(
  judged: readonly JudgedMutant[],
  groupOf: (mutant: JudgedMutant) => string,
): readonly StatusCounts[] {
  const names = [...new Set(judged.map(groupOf))];
  return names.map((name) => {
    const own = judged.filter((each) => groupOf(each) === name);
    const killed = own.filter(({ status }) => status === 'killed');
    const counts = tally(STATUSES, own, ({ status }) => status);
    return { name, counts, killers: tally(KILLERS, killed, killerOf) };
  });
}

function tally<Word extends string>(
  words: readonly Word[],
  judged: readonly JudgedMutant[],
  wordOf: (mutant: JudgedMutant) => Word,
): Readonly<Record<Word, number>> {
  const counts = words.map((word) => [word, judged.filter((each) => wordOf(each) === word).length]);
  return Object.fromEntries(counts) as Record<Word, number>;
}

/** Killed mutants of all that are not equivalent, from 0 to 1; 1 where there are none. */
export function killedShare(judged: readonly JudgedMutant[], isKill = isKilled): number {
  const telling = judged.filter(({ status }) => status !== 'equivalent');
  return telling.length === 0 ? 1 : telling.filter(isKill).length / telling.length;
}

/** Killed, by whomever. */
function isKilled({ status }: JudgedMutant): boolean {
  return status === 'killed';
}

/** Killed by random tests under the scoreboards, without the help of the tests of its unit. */
export function isKilledInRuns(mutant: JudgedMutant): boolean {
  return isKilled(mutant) && killerOf(mutant) !== 'unit tests';
}

/** What became of a sample, in a line: `150 killed in random tests, 40 by tests of the model alone, 8 equivalent, 2 alive`. */
export function outcomesText(judged: readonly JudgedMutant[]): string {
  const inRuns = judged.filter(isKilledInRuns).length;
  const byUnitTests = judged.filter(isKilled).length - inRuns;
  const equivalent = judged.filter(({ status }) => status === 'equivalent').length;
  const alive = judged.filter(isAlive).length;
  return `${inRuns} killed in random tests, ${byUnitTests} by tests of the model alone, ${equivalent} equivalent, ${alive} alive`;
}

/** The counts as lines of a table. */
export function formatStatuses(head: string, rows: readonly StatusCounts[]): string {
  const lines = [
    [head, ...STATUSES, ...KILLERS.map((killer) => `by ${killer}`), 'killed of the rest'],
    ...rows.map(({ name, counts, killers }) => [
      name,
      ...STATUSES.map((status) => String(counts[status])),
      ...KILLERS.map((killer) => String(killers[killer])),
      percent(counts),
    ]),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '),
    )
    .join('\n');
}

function percent(counts: Readonly<Record<Status, number>>): string {
  const telling = STATUSES.reduce((sum, status) => sum + counts[status], 0) - counts.equivalent;
  return telling === 0 ? '–' : `${((counts.killed / telling) * 100).toFixed(1)} %`;
}
