import { groupBy } from '../../arch/index.js';
import type { RuleId } from '../../transactions/index.js';
import type { TraceVerdict } from './trace-judge.js';

/** The minimum number of consecutive rules to show as a range. */
const MIN_RANGE_LENGTH = 3;

/**
 * Returns one line for the rules that were checked, and one line per class for those that were not, or no lines if
 * no rule was missing data. Example: `not checked: EXP-01 to EXP-07, EXP-09 (missing: exported, sx-alloc)`.
 */
export function formatCheckedRules({
  rules,
  unchecked,
}: Pick<TraceVerdict, 'rules' | 'unchecked'>): readonly string[] {
  if (unchecked.length === 0) return [];
  const checked = rules.filter(({ judged, missing }) => judged > 0 && missing === undefined);
  const classes = groupBy(unchecked, ({ rule }) => getClassName(rule));
  const lines = Array.from(classes.values(), (uncheckedRules) => {
    const missing = new Set(uncheckedRules.flatMap((entry) => entry.missing.split(', ')));
    return `not checked: ${formatRanges(uncheckedRules.map(({ rule }) => rule))} (missing: ${[...missing].join(', ')})`;
  });
  return [
    `checked: ${checked.length === 0 ? 'nothing' : formatRanges(checked.map(({ rule }) => rule))}`,
    ...lines,
    ...(classes.size === unchecked.length ? [] : ['--by-rule lists the data each rule is missing']),
  ];
}

function getClassName(rule: RuleId): string {
  return rule.slice(0, rule.lastIndexOf('-'));
}

function getRuleNumber(rule: RuleId): number {
  return Number(rule.slice(rule.lastIndexOf('-') + 1));
}

/** Formats a list of rules, showing consecutive numbers as ranges. */
function formatRanges(rules: readonly RuleId[]): string {
  const ranges: RuleId[][] = [];
  for (const rule of rules) {
    const range = ranges.at(-1);
    const last = range?.at(-1);
    const isNext =
      last !== undefined &&
      getClassName(last) === getClassName(rule) &&
      getRuleNumber(rule) === getRuleNumber(last) + 1;
    if (isNext) range!.push(rule);
    else ranges.push([rule]);
  }
  return ranges
    .flatMap((range) => (range.length < MIN_RANGE_LENGTH ? range : [`${range[0]} to ${range.at(-1)}`]))
    .join(', ');
}
