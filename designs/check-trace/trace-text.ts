import { formatKnobSettings } from '../../base/basics/index.js';
import {
  type Colours,
  type Column,
  counted,
  numberText,
  textTable,
  violationText,
} from '../../base/text/index.js';
import { knownText } from '../../runs/text/index.js';
import { checkedLines } from './checked-text.js';
import type { FittedFreedom, FreedomFit } from './fit-freedoms.js';
import { totalActivity } from './trace-document.js';
import type { TraceVerdict } from './trace-judge.js';

/** Describes a trace: its verdict, its first violation, and the rules that could not be checked. */
export function traceText(trace: TraceVerdict, repro: string, colour: Colours): string {
  const { file, transactions, waves, verdict, violations, unmet, known, stoppedAt, dumpTimes } = trace;
  const paint = verdict === 'pass' ? colour.green : colour.red;
  const lines = [
    `${paint(verdict.toUpperCase())}  ${file}  ${counted(transactions, 'transaction')}, ${counted(waves, 'wave')}`,
  ];
  if (verdict === 'inconclusive')
    lines.push(
      'the traced run ended at a budget (see its `stopped` record); no rule found an error up to there',
    );
  for (const what of unmet) lines.push(`not a pass: ${what}`);
  const [first] = violations;
  if (first !== undefined) {
    lines.push(violationText(first, repro, colour));
    if (first.freedom !== undefined) lines.push(`bound set by a knob: ${first.freedom}`);
    const time = dumpTimes?.[0];
    if (time !== undefined) lines.push(`cycle ${first.cycle} is time ${time} of ${file}`);
    lines.push(`first of ${counted(violations.length, 'violation')}; --json has them all`);
  }
  if (trace.fit !== undefined) lines.push(...fitLines(trace.fit));
  for (const issue of known) lines.push(`known issue ${issue.signature ?? issue.rule}: ${knownText(issue)}`);
  if (stoppedAt !== undefined)
    lines.push(`stopped at ${stoppedAt} by --stop-on-first; rules that judge the end of a trace did not run`);
  lines.push(...checkedLines(trace).map(colour.dim));
  return lines.join('\n');
}

function fitLines({ isLegal, freedoms, obstacles, judgements }: FreedomFit): string[] {
  const judgementCount = counted(judgements, 'judgement');
  if (!isLegal)
    return [
      `fit: no knobs make this trace legal (${judgementCount})`,
      ...obstacles.map((text) => `fit: ${text}`),
    ];
  const settings = formatKnobSettings(Object.fromEntries(freedoms.map(({ name, needed }) => [name, needed])));
  return [
    `fit: legal with ${settings.join(' ')}; judged again, no rule fires (${judgementCount})`,
    ...freedoms.map(
      ({ name, given, needed, rule }) =>
        `fit: ${name} is ${valueText(given)} in the scenario; ${valueText(needed)} is the least that ${rule} allows`,
    ),
  ];
}

function valueText(value: FittedFreedom['given']): string {
  return typeof value === 'number' ? String(value) : value.join('..');
}

const COLUMNS: readonly Column[] = [
  { title: 'rule' },
  { title: 'judged', align: 'right' },
  { title: 'fired', align: 'right' },
  { title: 'not checked, missing' },
];

/** Returns a table of each rule's activity on the traces: judgements, violations and missing data. */
export function traceRulesText(traces: readonly TraceVerdict[]): string {
  const rows = totalActivity(traces).map(({ rule, judged, fired, missing = '' }) => [
    rule,
    numberText(judged),
    numberText(fired),
    missing,
  ]);
  return textTable(COLUMNS, rows);
}
