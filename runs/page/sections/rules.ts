import { type Html, h } from '../../../base/page/index.js';
import { formatNumber } from '../../../base/text/index.js';
import { RULES, type Rule } from '../../../checkers/index.js';
import { getRuleCounts } from '../../../harness/records/index.js';
import type { RunReport } from '../../../harness/run-directory/index.js';
import { needsSpecialRuns } from '../../text/run-summary.js';
import { filterForm } from '../filter-form.js';
import { section, type TableRow, table } from '../parts.js';

/**
 * The rules section: how often each rule was armed, failed a test, and fired without failing one. Rules that
 * were never armed come first. They count as holes, except for those about hangs and litmus cells.
 */
export function renderRules({ tally }: RunReport): Html {
  const rows = RULES.map((rule: Rule) => {
    const counts = getRuleCounts(tally.rules, rule.id);
    return { ...rule, ...counts, isHole: counts.armed === 0 && !needsSpecialRuns(rule) };
  });
  const holes = rows.filter(({ isHole }) => isHole);
  const others = rows.filter(({ isHole }) => !isHole);
  const special = others.filter(({ armed }) => armed === 0).length;
  const checkable = rows.length - special;
  return section(
    'rules',
    'Rules',
    h(
      'p',
      { class: holes.length === 0 ? 'good' : 'open' },
      holes.length === 0
        ? `All ${checkable} rules that any run should arm had something to judge.${describeSpecialRules(special)}`
        : `${holes.length} of ${checkable} rules were never armed (nothing to judge, so not passed): ${holes.map(({ id }) => id).join(', ')}.${describeSpecialRules(special)}`,
    ),
    h(
      'details',
      {},
      h('summary', {}, `All ${rows.length} rules, with what they checked`),
      filterForm('rules', 'rules', [
        ['all', 'all rules'],
        ['hole', 'never armed'],
        ['violated', 'violated'],
        ['excused', 'warned or expected'],
      ]),
      table(
        'All rules',
        [
          { title: 'rule' },
          { title: 'armed', align: 'right' },
          { title: 'violations', align: 'right' },
          { title: 'warned or expected', align: 'right' },
          { title: 'text' },
        ],
        [...holes, ...others].map(
          ({ id, text, armed, violations, excused, isHole }): TableRow => ({
            cells: [
              h('span', { class: 'whole' }, id),
              h('span', { class: isHole ? 'open' : undefined }, formatNumber(armed)),
              formatNumber(violations),
              formatNumber(excused),
              h('div', { class: 'prose' }, text),
            ],
            kinds: [
              ...(isHole ? ['hole'] : []),
              ...(violations > 0 ? ['violated'] : []),
              ...(excused > 0 ? ['excused'] : []),
            ],
          }),
        ),
      ),
    ),
  );
}

function describeSpecialRules(rules: number): string {
  return rules === 0
    ? ''
    : ` Rules not armed because the run had no hangs or litmus cells: ${formatNumber(rules)}.`;
}
