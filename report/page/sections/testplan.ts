import type { Testplan, TestplanRow } from '../../../regression/index.js';
import { type Html, h } from '../html.js';
import { section, table } from '../parts.js';

/** The statements that this run leaves open, then all others folded away. */
export function testplanSection({ statements, verified, total }: Testplan): Html {
  const open = statements.filter(({ status }) => status === 'unhit');
  const unmapped = statements.filter(({ status }) => status === 'unmapped');
  return section(
    'testplan',
    'Testplan',
    h(
      'p',
      {},
      h('strong', {}, `${verified} of ${total}`),
      ' statements verified by this run: a rule of theirs was armed, a bin covered, or a test passed.',
    ),
    folded(`Not hit: ${open.length}`, open, open.length > 0),
    folded(`Without rule, bin or test: ${unmapped.length}`, unmapped, false),
    folded(`All: ${statements.length}`, statements, false),
  );
}

function folded(title: string, rows: readonly TestplanRow[], open: boolean): Html {
  const columns = ['statement', 'status', 'verified by', 'text'].map((name) => ({ title: name }));
  const cells = rows.map(({ id, status, rules, coverpoints, tests, text }) => [
    id,
    h('span', { class: status === 'unhit' || status === 'unmapped' ? 'bad' : undefined }, status),
    [...rules, ...coverpoints, ...tests].join(', '),
    text,
  ]);
  return h('details', { open }, h('summary', {}, title), table(columns, cells));
}
