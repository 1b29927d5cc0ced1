import { isDueIn, type Stage, type Testplan, type TestplanRow } from '../regression/index.js';
import { textTable } from './table.js';

const ORDER = ['unmapped', 'unhit', 'verified', 'informative'] as const;
const TEXT_MAX = 60;

/** What `testplan` shows: the statements that are due in a stage, open ones first, and how many are verified. */
export function testplanText({ statements, stages, neverFired }: Testplan, asked: Stage = 'V3'): string {
  const due = statements.filter(({ stage }) => isDueIn(stage, asked));
  const rank = ({ status }: TestplanRow): number => ORDER.indexOf(status);
  const rows = [...due].sort((a, b) => rank(a) - rank(b));
  const counts = ORDER.map((status) => `${due.filter((row) => row.status === status).length} ${status}`);
  const { verified, total } = stages.find(({ stage }) => stage === asked)!;
  return [
    textTable(
      [
        { title: 'statement' },
        { title: 'stage' },
        { title: 'status' },
        { title: 'verified by' },
        { title: 'text' },
      ],
      rows.map((row) => [row.id, row.stage, row.status, verifiers(row), shortened(row.text)]),
    ),
    '',
    ...(neverFired.length === 0 ? [] : [`Rules that no fault has ever triggered: ${neverFired.join(', ')}`]),
    stages.map((each) => `${each.stage} ${each.verified} of ${each.total}`).join(', '),
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
