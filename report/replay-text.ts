import type { ReplayResult } from '../regression/index.js';
import type { Verdict, Violation } from '../transactions/index.js';
import type { Colours } from './colours.js';
import { groupBy } from './group-by.js';
import { violationText } from './violation-text.js';

/** What `replay` prints: the first violation in full, what came with it in a line a rule, and the verdict. */
export function replayText(replayed: ReplayResult, repro: string, colour: Colours): string {
  const { scenario, run, verdict, finding, repeatable, choices } = replayed;
  const [first, ...others] = verdict.violations;
  const paint = finding === undefined ? colour.green : colour.red;
  const outcome = finding === undefined ? 'PASS' : `FAIL  ${finding.signature}`;
  return [
    ...(first === undefined ? [] : [violationText(first, repro, colour), '']),
    ...(others.length === 0 ? [] : [...consequences(others), '']),
    ...uncheckedLines(verdict),
    colour.bold(paint(outcome)),
    `${scenario.name} on ${scenario.chip}, wave${scenario.wave}: ${run.waves} waves, ${run.instructions} instructions, ${run.cycles} cycles, ${choices} choices`,
    ...(repeatable
      ? []
      : [colour.yellow('The recorded choices did not repeat this run: it is not deterministic.')]),
  ].join('\n');
}

/** A line a rule for violations after the first, which often follow from it. */
function consequences(others: readonly Violation[]): string[] {
  const byRule = groupBy(others, ({ rule }) => rule);
  const lines = Array.from(byRule, ([rule, [first, ...more]]) => {
    const count = more.length === 0 ? '' : ` and ${more.length} more of the rule`;
    return `  ${rule} at cycle ${first!.cycle}${count}: ${first!.observed}`;
  });
  return ['After it, and perhaps because of it:', ...lines];
}

/** A line for each kind of missing data, with the rules that lacked it. */
function uncheckedLines({ unchecked }: Verdict): string[] {
  const byReason = groupBy(unchecked, ({ missing }) => missing);
  return Array.from(
    byReason,
    ([missing, rules]) => `Not checked for lack of ${missing}: ${rules.map(({ rule }) => rule).join(', ')}`,
  );
}
