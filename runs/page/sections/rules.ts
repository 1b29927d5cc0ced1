import { listSkips, RULES, type Rule } from '../../../checkers/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import { getRuleCounts } from '../../../harness/records/index.js';
import type { RunReport } from '../../../harness/run-directory/index.js';
import { formatNumber, formatQuantity, makeColumns } from '../../../harness/text/index.js';
import { isArmedOnlyBySpecialTests } from '../../text/run-summary.js';
import { collapsed, makeTableFilter, section, type TableRow, table } from '../parts.js';

/**
 * Renders the rules section: how often each rule was evaluated, failed a test, or fired without failing the test. Rules
 * that were never evaluated are listed first and count as holes, except rules that only hang tests can evaluate or
 * litmus cells.
 */
export function renderRules({ tally }: RunReport): Html {
  const rows = RULES.map((rule: Rule) => {
    const counts = getRuleCounts(tally.rules, rule.id);
    return { ...rule, ...counts, isHole: counts.armed === 0 && !isArmedOnlyBySpecialTests(rule) };
  });
  const holes = rows.filter(({ isHole }) => isHole);
  const others = rows.filter(({ isHole }) => !isHole);
  const unarmedSpecial = others.filter(({ armed }) => armed === 0).length;
  const checkable = rows.length - unarmedSpecial;
  return section(
    'rules',
    'Rules',
    h(
      'p',
      { class: holes.length === 0 ? 'good' : 'open' },
      holes.length === 0
        ? `All ${checkable} rules that every run should exercise were evaluated.${describeSpecialRules(unarmedSpecial)}`
        : `${holes.length} of ${checkable} rules were never evaluated, so they checked nothing and do not count as passed: ${holes.map(({ id }) => id).join(', ')}.${describeSpecialRules(unarmedSpecial)}`,
    ),
    collapsed(
      `All ${rows.length} rules, with what each one checks`,
      makeTableFilter('rules', 'rules', [
        ['all', 'all rules'],
        ['hole', 'never evaluated'],
        ['violated', 'violated'],
        ['excused', 'warnings or expected'],
      ]),
      table(
        'All rules',
        makeColumns('rule', '>evaluated', '>violations', '>warnings or expected', 'text'),
        [...holes, ...others].map(
          ({ id, text, skips, armed, violations, excused, isHole }): TableRow => ({
            cells: [
              h('span', { class: 'nowrap' }, id),
              h('span', { class: isHole ? 'open' : undefined }, formatNumber(armed)),
              formatNumber(violations),
              formatNumber(excused),
              h('div', { class: 'prose' }, [text, ...listSkips({ skips })].join(' ')),
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

function describeSpecialRules(count: number): string {
  return count === 0
    ? ''
    : ` ${formatQuantity(count, 'rule')} ${count === 1 ? 'was' : 'were'} not evaluated because the run had no hangs or litmus cells.`;
}
