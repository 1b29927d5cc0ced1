import type { JudgedMutant, Status } from './judged.js';

/** What became of the mutants of a unit, or of an operator. */
export interface StatusCounts {
  readonly name: string;
  readonly counts: Readonly<Record<Status, number>>;
  /** Of the killed, those that no rule fired for. */
  readonly withoutRule: number;
}

const STATUSES: readonly Status[] = ['killed', 'equivalent', 'unreached', 'unseen', 'survived'];

/** Counts of each group, in the order of first meeting. */
export function countBy(
  judged: readonly JudgedMutant[],
  groupOf: (mutant: JudgedMutant) => string,
): readonly StatusCounts[] {
  const names = [...new Set(judged.map(groupOf))];
  return names.map((name) => {
    const own = judged.filter((each) => groupOf(each) === name);
    const of = (status: Status): number => own.filter((each) => each.status === status).length;
    const counts = Object.fromEntries(STATUSES.map((status) => [status, of(status)])) as Record<
      Status,
      number
    >;
    const withoutRule = own.filter(({ status, rules }) => status === 'killed' && rules.length === 0).length;
    return { name, counts, withoutRule };
  });
}

/** Killed mutants of all that are not equivalent, from 0 to 1; 1 where there are none. */
export function killedShare(judged: readonly Pick<JudgedMutant, 'status'>[]): number {
  const telling = judged.filter(({ status }) => status !== 'equivalent');
  const killed = telling.filter(({ status }) => status === 'killed').length;
  return telling.length === 0 ? 1 : killed / telling.length;
}

/** The counts as lines of a table. */
export function formatStatuses(head: string, rows: readonly StatusCounts[]): string {
  const lines = [
    [head, ...STATUSES, 'without a rule', 'killed of the rest'],
    ...rows.map(({ name, counts, withoutRule }) => [
      name,
      ...STATUSES.map((status) => String(counts[status])),
      String(withoutRule),
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
