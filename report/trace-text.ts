import type { TraceVerdict } from '../regression/index.js';
import type { Colours } from './colours.js';
import { counted } from './counted.js';
import { violationText } from './violation-text.js';

/** One trace for a person: its verdict, the first violation, and what could not be checked. */
export function traceText(trace: TraceVerdict, repro: string, colour: Colours): string {
  const { file, transactions, waves, verdict, violations, unchecked } = trace;
  const paint = verdict === 'pass' ? colour.green : colour.red;
  const lines = [
    `${paint(verdict.toUpperCase())}  ${file}  ${counted(transactions, 'transaction')}, ${counted(waves, 'wave')}`,
  ];
  if (verdict === 'inconclusive')
    lines.push(
      'the traced run ended at a budget (see its `stopped` record); no rule found an error up to there',
    );
  const [first] = violations;
  if (first !== undefined) {
    lines.push(violationText(first, repro, colour));
    lines.push(`first of ${counted(violations.length, 'violation')}; --json has them all`);
  }
  for (const { rule, missing } of unchecked)
    lines.push(colour.dim(`not checked: ${rule} (missing: ${missing})`));
  return lines.join('\n');
}
