import type { RunReport } from '../../../regression/index.js';
import { RULES } from '../../../transactions/index.js';
import { countsOfRule } from '../../run-document.js';
import { type Html, h } from '../html.js';
import { counted, section, table } from '../parts.js';

/** How often each rule had something to judge, and fired. Rules that were never armed come first: they are holes. */
export function rulesSection({ tally }: RunReport): Html {
  const rows = RULES.map(({ id, text }) => ({ id, text, ...countsOfRule(tally.rules, id) }));
  const holes = rows.filter(({ armed }) => armed === 0);
  const others = rows.filter(({ armed }) => armed > 0);
  const armedCell = (armed: number): Html =>
    h('span', { class: armed === 0 ? 'bad' : undefined }, armed.toLocaleString('en-US'));
  return section(
    'rules',
    'Rules',
    h(
      'p',
      { class: holes.length === 0 ? 'good' : 'bad' },
      holes.length === 0 ? 'Every rule was armed.' : `${counted(holes.length, 'rule')} never armed.`,
    ),
    table(
      [
        { title: 'rule' },
        { title: 'armed', align: 'right' },
        { title: 'fired', align: 'right' },
        { title: 'text' },
      ],
      [...holes, ...others].map(({ id, text, armed, fired }) => [
        id,
        armedCell(armed),
        fired.toLocaleString('en-US'),
        text,
      ]),
    ),
  );
}
