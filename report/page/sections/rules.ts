import { RULES, type Rule, type RunReport } from '../../../regression/index.js';
import { counted } from '../../counted.js';
import { countsOfRule } from '../../run-document.js';
import { type Html, h } from '../html.js';
import { section, table } from '../parts.js';

/** How often each rule had something to judge, and fired. Rules that were never armed come first: they are holes, but for those of hangs. */
export function rulesSection({ tally }: RunReport): Html {
  const rows = RULES.map((rule: Rule) => {
    const counts = countsOfRule(tally.rules, rule.id);
    return { ...rule, ...counts, isHole: counts.armed === 0 && rule.judgesHangsOnly !== true };
  });
  const holes = rows.filter(({ isHole }) => isHole);
  const others = rows.filter(({ isHole }) => !isHole);
  const armedCell = (armed: number, isHole: boolean): Html =>
    h('span', { class: isHole ? 'bad' : undefined }, armed.toLocaleString('en-US'));
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
      [...holes, ...others].map(({ id, text, armed, fired, isHole }) => [
        id,
        armedCell(armed, isHole),
        fired.toLocaleString('en-US'),
        text,
      ]),
    ),
  );
}
