import { groupBy } from '../../arch/index.js';
import { drawViolationPicture, type PictureStyle } from '../../failures/picture/index.js';
import { formatConsequences } from '../../failures/text/index.js';
import { formatKnownIssue } from '../../harness/records/index.js';
import {
  formatNumber,
  formatQuantity,
  formatTextTable,
  formatViolation,
  makeColumns,
} from '../../harness/text/index.js';
import type { RuleId } from '../../transactions/index.js';
import { findFirstViolation, getOverallVerdict, sumActivity } from './trace-document.js';
import type { TraceVerdict } from './trace-judge.js';

const MIN_RANGE_LENGTH = 3;

/**
 * Returns lines that name each rule once: evaluated, never evaluated, not applicable (with the reasons for required
 * classes), and by class, not checked. Returns none if no rule is required or was missing data. Example: `not checked:
 * EXP-01 to EXP-07, EXP-09 (missing: exported, sx-alloc)`.
 */
export function formatCheckedRules(
  { rules, unchecked, inapplicable }: Pick<TraceVerdict, 'rules' | 'unchecked' | 'inapplicable'>,
  required: readonly string[] = [],
): readonly string[] {
  if (unchecked.length === 0 && required.length === 0) return [];
  const others = new Set([...unchecked, ...inapplicable].map(({ rule }) => rule));
  const judgeable = rules.filter(({ rule }) => !others.has(rule));
  const isRequired = ({ rule }: { readonly rule: RuleId }): boolean => required.includes(getClassName(rule));
  const classes = groupBy(unchecked, ({ rule }) => getClassName(rule));
  const line = (title: string, entries: readonly { readonly rule: RuleId }[]): readonly string[] =>
    entries.length === 0 ? [] : [`${title}: ${formatRanges(entries.map(({ rule }) => rule))}`];
  return [
    ...line(
      'evaluated',
      judgeable.filter(({ judged }) => judged > 0),
    ),
    ...line(
      'never evaluated',
      judgeable.filter(({ judged }) => judged === 0),
    ),
    ...line(
      'not applicable',
      inapplicable.filter((entry) => !isRequired(entry)),
    ),
    ...inapplicable.filter(isRequired).map(({ rule, reason }) => `not applicable: ${rule} (${reason})`),
    ...Array.from(classes.values(), (entries) => {
      const missing = new Set(entries.flatMap((entry) => entry.missing.split(', ')));
      return `${line('not checked', entries)} (missing: ${[...missing].join(', ')})`;
    }),
    ...(classes.size === unchecked.length ? [] : ['--by-rule lists the data each rule is missing']),
  ];
}

function getClassName(rule: RuleId): string {
  return rule.slice(0, rule.lastIndexOf('-'));
}

function getRuleNumber(rule: RuleId): number {
  return Number(rule.slice(rule.lastIndexOf('-') + 1));
}

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

/** Describes a trace: its verdict, its first violation with a picture, a line for each other rule that fired, and the rules that could not be checked. */
export function formatTrace(
  trace: TraceVerdict,
  repro: string,
  style: PictureStyle,
  required: readonly string[] = [],
): string {
  const { colour } = style;
  const { file, transactions, waves, violations, unmet, known, stoppedAt, dumpTimes, picture, rules } = trace;
  const { cut } = trace;
  const verdict = getOverallVerdict([trace]);
  const paint = verdict === 'pass' ? colour.green : verdict === 'cut' ? colour.yellow : colour.red;
  const passing =
    cut?.isGap === true
      ? 'PASS in part, the trace has a gap'
      : `PASS up to cycle ${cut?.cycle}, the trace ends there`;
  const word = verdict === 'cut' ? passing : verdict.toUpperCase();
  const lines = [
    `${paint(word)}  ${file}  ${formatQuantity(transactions, 'transaction')}, ${formatQuantity(waves, 'wave')}`,
  ];
  if (verdict === 'inconclusive')
    lines.push('the traced run hit a budget (see its `stopped` record); no rule found an error before that');
  if (cut !== undefined)
    lines.push(
      `${cut.isGap === true ? 'the trace has a gap' : `the trace ends at cycle ${cut.cycle}`}: ${cut.reason}`,
    );
  for (const requirement of unmet) lines.push(`requirement not met: ${requirement}`);
  const first = findFirstViolation(trace);
  if (first !== undefined) {
    lines.push(formatViolation(first, repro, colour));
    if (first.freedom !== undefined) lines.push(`bound set by a knob: ${first.freedom}`);
    const time = dumpTimes?.[violations.indexOf(first)];
    if (time !== undefined) lines.push(`cycle ${first.cycle} corresponds to time ${time} in ${file}`);
    if (picture !== undefined)
      lines.push('', ...drawViolationPicture(picture.scenario, picture.witness, style), '');
    const others = violations.filter((violation) => violation !== first);
    const fired = Object.fromEntries(rules.map((activity) => [activity.rule, activity.fired]));
    if (others.length > 0) lines.push(...formatConsequences(others, { violations, fired }));
  }
  for (const issue of known)
    lines.push(`known issue ${issue.signature ?? issue.rule}: ${formatKnownIssue(issue)}`);
  if (stoppedAt !== undefined)
    lines.push(`stopped at ${stoppedAt} by --stop-on-first; end-of-trace rules did not run`);
  lines.push(...formatCheckedRules(trace, required).map(colour.dim));
  return lines.join('\n');
}

/** Returns a table of each rule's activity on the traces: evaluations, violations and missing data. */
export function formatTraceRules(traces: readonly TraceVerdict[]): string {
  const rows = sumActivity(traces).map(({ rule, judged, fired, missing = '' }) => [
    rule,
    formatNumber(judged),
    formatNumber(fired),
    missing,
  ]);
  return formatTextTable(makeColumns('rule', '>evaluated', '>fired', 'missing data'), rows);
}
