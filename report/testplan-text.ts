import type { Testplan, TestplanRow } from '../regression/index.js';
import { textTable } from './table.js';

const ORDER = ['unmapped', 'unhit', 'verified', 'informative'] as const;
const TEXT_MAX = 60;

/** What `testplan` shows: every statement, open ones first, and how many are verified. */
export function testplanText({ statements, verified, total, neverFired }: Testplan): string {
  const rank = ({ status }: TestplanRow): number => ORDER.indexOf(status);
  const rows = [...statements].sort((a, b) => rank(a) - rank(b));
  const counts = ORDER.map(
    (status) => `${statements.filter((row) => row.status === status).length} ${status}`,
  );
  return [
    textTable(
      [{ title: 'statement' }, { title: 'status' }, { title: 'verified by' }, { title: 'text' }],
      rows.map((row) => [row.id, row.status, verifiers(row), shortened(row.text)]),
    ),
    '',
    ...(neverFired.length === 0 ? [] : [`Rules that fired in none of these runs: ${neverFired.join(', ')}`]),
    `${verified} of ${total} statements verified (${counts.join(', ')})`,
  ].join('\n');
}

function verifiers({ rules, coverpoints, tests }: TestplanRow): string {
  const all = [...rules, ...coverpoints, ...tests];
  const [first = '-', second] = all;
  const shown = second === undefined ? first : `${first}, ${second}`;
  return all.length > 2 ? `${shown} and ${all.length - 2} more` : shown;
}

function shortened(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;
}
