import type { ReplayResult } from '../regression/index.js';
import type { Colours } from './colours.js';
import { consequenceText, violationText } from './violation-text.js';

/** Consequences that are printed one a line. */
const CONSEQUENCES_SHOWN = 20;

/** What `replay` prints: the first violation in full, what follows from it in a line each, and the verdict. */
export function replayText(replayed: ReplayResult, repro: string, colour: Colours): string {
  const { scenario, run, verdict, finding, repeatable, choices } = replayed;
  const [first, ...others] = verdict.violations;
  const hidden = others.length - CONSEQUENCES_SHOWN;
  const lines: string[] = [];
  if (first !== undefined) lines.push(violationText(first, repro, colour), '');
  if (others.length > 0) {
    lines.push(`${others.length} more follow from it or came later:`);
    lines.push(...others.slice(0, CONSEQUENCES_SHOWN).map(consequenceText));
    if (hidden > 0) lines.push(`  and ${hidden} more`);
    lines.push('');
  }
  for (const { rule, missing } of verdict.unchecked) lines.push(`${rule} was not checked: ${missing}`);
  const paint = finding === undefined ? colour.green : colour.red;
  const outcome = finding === undefined ? 'PASS' : `FAIL  ${finding.signature}`;
  lines.push(
    colour.bold(paint(outcome)),
    `${scenario.name} on ${scenario.chip}, wave${scenario.wave}: ${run.waves} waves, ${run.instructions} instructions, ${run.cycles} cycles, ${choices} choices`,
  );
  if (!repeatable) {
    lines.push(colour.yellow('The recorded choices did not repeat the run: the model is not deterministic.'));
  }
  return lines.join('\n');
}
