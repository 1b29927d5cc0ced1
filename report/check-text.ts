import type { ExpectationResult, ProgramVerdict } from '../regression/index.js';
import type { CheckRepro } from './check-document.js';
import type { Colours } from './colours.js';
import { violationText } from './violation-text.js';

/** Violations of one program that are shown; the JSON document has all. */
const SHOWN_MAX = 3;

/** What was expected, and where what was found differs. */
function expectationLines({ expectation, missing, unexpected }: ExpectationResult): string[] {
  const { errors, warnings } = expectation;
  const wanted = [...errors, ...warnings].join(', ');
  return [
    `  expected: ${wanted === '' ? 'pass' : wanted}`,
    ...(missing.length === 0 ? [] : [`  did not fire: ${missing.join(', ')}`]),
    ...(unexpected.length === 0 ? [] : [`  fired without being expected: ${unexpected.join(', ')}`]),
  ];
}

/** One program for a person: its verdict, what was assumed where it did not pass, and its first violations. */
export function programText(program: ProgramVerdict, repro: CheckRepro, colour: Colours): string {
  const { id, verdict, reason, assumed, violations, unchecked, runs, expected } = program;
  const paint = verdict === 'pass' ? colour.green : colour.red;
  const lines = [
    `${paint(verdict.toUpperCase().padEnd(4))}  ${id}${reason === undefined ? `  ${runs} runs` : `: ${reason}`}`,
  ];
  lines.push(...assumed.map((each) => colour.dim(`  assumed: ${each}`)));
  if (expected !== undefined) lines.push(...expectationLines(expected));
  // What a program was written to show is no news.
  if (expected !== undefined && verdict === 'pass') return lines.join('\n');
  if (unchecked.length > 0) lines.push(colour.dim(`  unchecked: ${unchecked.join(', ')}`));
  for (const { violation, variant, scene } of violations.slice(0, SHOWN_MAX))
    lines.push(violationText(violation, repro(program, variant, scene), colour));
  if (violations.length > SHOWN_MAX)
    lines.push(`  first ${SHOWN_MAX} of ${violations.length} violations; --json has all`);
  return lines.join('\n');
}
