import { formatChoice } from '../../failures/text/index.js';
import { type Colours, formatQuantity, formatViolation } from '../../harness/text/index.js';
import { escapeAllStrings } from '../../transactions/index.js';
import type { CheckRepro } from './check-document.js';
import type { ProgramVerdict } from './check-program.js';
import type { CheckDocument } from './check-schema.js';
import {
  formatEvidence,
  formatRulesByReason,
  formatWeakness,
  MAX_SHOWN_VIOLATIONS,
} from './evidence-text.js';
import type { ExpectationResult } from './findings.js';

/** Summarises the verdicts in one line, such as `3 passed (1 with warnings), 0 failed, 0 unsupported`. */
export function formatCheckSummary({
  programs,
  passed,
  failed,
  unsupported,
  vacuous,
  unreadable,
}: CheckDocument): string {
  const warned = programs.filter((program) => program.verdict === 'pass' && hasWarning(program)).length;
  const warnings = warned === 0 ? '' : ` (${warned} with warnings)`;
  const empty = vacuous === 0 ? '' : `, ${vacuous} vacuous`;
  const files = unreadable.length === 0 ? '' : `, ${formatQuantity(unreadable.length, 'file')} not checked`;
  return `${passed} passed${warnings}, ${failed} failed, ${unsupported} unsupported${empty}${files}`;
}

/** Whether a program has a warning that its source does not expect. */
function hasWarning({ warnings, violations, expected }: CheckDocument['programs'][number]): boolean {
  const isUnexpectedWarning = ({ rule, severity }: (typeof violations)[number]): boolean =>
    severity === 'warning' && expected?.warnings.includes(rule) !== true;
  return warnings.length > 0 || violations.some(isUnexpectedWarning);
}

const REGISTER_ASSUMPTION = /^[A-Z][A-Z0-9_]* 0x/;

function formatExpectation({ expectation, missing, unexpected }: ExpectationResult): string[] {
  const { errors, warnings } = expectation;
  const rules = [...errors, ...warnings].join(', ');
  return [
    `  expected: ${rules === '' ? 'pass' : rules}`,
    ...(missing.length === 0 ? [] : [`  did not fire: ${missing.join(', ')}`]),
    ...(unexpected.length === 0 ? [] : [`  fired unexpectedly: ${unexpected.join(', ')}`]),
  ];
}

/**
 * Formats the result for one program: its verdict, assumptions, coverage and first violations, and its arguments unless
 * it passed. If a program with expectations passed, omits all but the verdict, expectations and weaknesses.
 */
export function formatProgramVerdict(program: ProgramVerdict, repro: CheckRepro, colour: Colours): string {
  const { id, verdict, reason, violations, unchecked, notArmed, runs, value, weaknesses, expected } =
    escapeAllStrings(program);
  const paint = verdict === 'pass' ? colour.green : colour.red;
  const lines = [
    `${paint(verdict.toUpperCase().padEnd(4))}  ${id}${reason === undefined ? `  ${formatQuantity(runs, 'run')}` : `: ${reason}`}`,
  ];
  if (expected !== undefined) lines.push(...formatExpectation(expected));
  lines.push(...weaknesses.map((weakness) => formatWeakness(weakness, colour)));
  // Expected findings are not reported.
  if (expected !== undefined && verdict === 'pass') return lines.join('\n');
  for (const line of formatAssumptions(program, colour)) lines.push(line);
  if (runs > 0) for (const line of formatEvidence(value)) lines.push(colour.dim(line));
  if (unchecked.length > 0) lines.push(colour.dim(`  not checked: ${formatRulesByReason(unchecked)}`));
  if (notArmed.length > 0)
    lines.push(
      colour.dim(`  not armed: ${formatQuantity(notArmed.length, 'rule')} (listed with reasons by --json)`),
    );
  for (const { violation, variant, scene, dependsOn = [] } of violations.slice(0, MAX_SHOWN_VIOLATIONS)) {
    lines.push(formatViolation(violation, repro(program, variant, scene), colour));
    lines.push(...dependsOn.map((choice) => colour.yellow(`  ${formatChoice(choice)}`)));
  }
  if (violations.length > MAX_SHOWN_VIOLATIONS)
    lines.push(`  first ${MAX_SHOWN_VIOLATIONS} of ${violations.length} violations; --json lists them all`);
  return lines.join('\n');
}

/**
 * Formats a program's assumptions and, unless it passed, its arguments and the registers that are never loaded, since
 * these often explain the findings.
 */
function formatAssumptions(
  { verdict, unloaded, arguments: args, assumed }: ProgramVerdict,
  colour: Colours,
): string[] {
  const registers = assumed.filter((assumption) => REGISTER_ASSUMPTION.test(assumption));
  const others = assumed.filter((assumption) => !REGISTER_ASSUMPTION.test(assumption));
  const assumptions = [
    ...others,
    ...(registers.length === 0 ? [] : [`${formatQuantity(registers.length, 'register')} (listed by --json)`]),
  ];
  const assumedLines = assumptions.map((assumption) => colour.dim(`  assumed: ${assumption}`));
  if (verdict === 'pass') return assumedLines;
  return [
    ...unloaded.map((sentence) => colour.yellow(`  ${sentence}`)),
    ...(args.length === 0 ? [] : [colour.dim(`  arguments: ${args.join(', ')}`)]),
    ...assumedLines,
  ];
}
