import type { TraceVerdict } from '../regression/index.js';
import type { Colours } from './colours.js';
import { violationText } from './violation-text.js';

/** One trace for a person: its verdict, the first violation, and what could not be checked. */
export function traceText(trace: TraceVerdict, repro: string, colour: Colours): string {
  const { file, transactions, waves, verdict, violations, unchecked } = trace;
  const paint = verdict === 'pass' ? colour.green : colour.red;
  const lines = [`${paint(verdict.toUpperCase())}  ${file}  ${transactions} transactions, ${waves} waves`];
  if (verdict === 'inconclusive')
    lines.push('a budget ended what was traced, as `stopped` tells; no rule finds an error ahead of that');
  const [first] = violations;
  if (first !== undefined) {
    lines.push(violationText(first, repro, colour));
    lines.push(`first of ${violations.length} violations; --json has all`);
  }
  for (const { rule, missing } of unchecked)
    lines.push(colour.dim(`unchecked: ${rule}, for lack of ${missing}`));
  return lines.join('\n');
}
