import { formatChoice } from '../../failures/text/index.js';
import { formatKnownIssue, isExplainedBy } from '../../harness/records/index.js';
import {
  type Colours,
  formatBriefViolation,
  formatQuantity,
  formatViolation,
} from '../../harness/text/index.js';
import { escapeAllStrings, type RuleId } from '../../transactions/index.js';
import type { CheckRepro } from './check-document.js';
import type { ProgramVerdict } from './check-program.js';
import type { CheckDocument } from './check-schema.js';
import {
  formatEvidence,
  formatRulesByReason,
  formatUnreached,
  formatWeakness,
  MAX_SHOWN_VIOLATIONS,
} from './evidence-text.js';
import type { CheckViolation, ExpectationResult } from './findings.js';

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
  return warnings.some(({ known }) => known === undefined) || violations.some(isUnexpectedWarning);
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

/** How to format results. */
export interface CheckTextStyle {
  readonly colour: Colours;
  /** Whether to include the coverage, the arguments, and each violation's steps and repro line. */
  readonly isVerbose: boolean;
  readonly repro: CheckRepro;
}

/**
 * Formats the result for one program: its verdict, assumptions and first violations. If a program with expectations
 * passed, omits all but the verdict, expectations and weaknesses.
 */
export function formatProgramVerdict(program: ProgramVerdict, style: CheckTextStyle): string {
  const { colour, isVerbose } = style;
  const { id, verdict, reason, unchecked, runs, value, weaknesses, expected, unloaded } =
    escapeAllStrings(program);
  const paint = verdict === 'pass' ? colour.green : colour.red;
  const lines = [
    `${paint(verdict.toUpperCase().padEnd(4))}  ${id}${reason === undefined ? `  ${formatQuantity(runs, 'run')}` : `: ${reason}`}`,
  ];
  if (expected !== undefined) lines.push(...formatExpectation(expected));
  lines.push(...weaknesses.map((weakness) => formatWeakness(weakness, colour)));
  // Expected findings are not reported.
  if (expected !== undefined && verdict === 'pass') return lines.join('\n');
  if (verdict !== 'pass') lines.push(...unloaded.map((sentence) => colour.yellow(`  ${sentence}`)));
  lines.push(...formatAssumptions(program, isVerbose).map(colour.dim));
  if (isVerbose) lines.push(...formatCoverage(program).map(colour.dim));
  else if (verdict === 'vacuous')
    lines.push(...formatUnreached(value.paths?.unreached ?? []).map(colour.dim));
  if (unchecked.length > 0) lines.push(colour.dim(`  not checked: ${formatRulesByReason(unchecked)}`));
  const known = program.violations.filter((found) => found.known !== undefined);
  lines.push(
    ...known.map(({ signature, known: issue }) => `  known: ${signature}: ${formatKnownIssue(issue!)}`),
    ...formatViolations(
      { ...program, violations: program.violations.filter((found) => !known.includes(found)) },
      style,
    ),
  );
  return lines.join('\n');
}

/** Formats what a program was given and what its runs covered. */
function formatCoverage({ verdict, arguments: args, runs, value, notArmed }: ProgramVerdict): string[] {
  return [
    ...(verdict === 'pass' || args.length === 0 ? [] : [`  arguments: ${args.join(', ')}`]),
    ...(runs === 0 ? [] : formatEvidence(value)),
    ...(notArmed.length === 0
      ? []
      : [`  not armed: ${formatQuantity(notArmed.length, 'rule')} (listed with reasons by --json)`]),
  ];
}

/** Formats the first violations: all, or only those that do not follow from an earlier one. */
function formatViolations(program: ProgramVerdict, { colour, isVerbose, repro }: CheckTextStyle): string[] {
  const { violations } = program;
  const causes: CheckViolation[] = [];
  const consequences = new Set<RuleId>();
  for (const found of violations) {
    const { rule } = found.violation;
    const isCause =
      isVerbose ||
      !isExplainedBy(
        rule,
        causes.map(({ violation }) => violation.rule),
      );
    if (isCause) causes.push(found);
    else consequences.add(rule);
  }
  const lines: string[] = [];
  for (const { violation, variant, scene, line, dependsOn = [], listing = [] } of causes.slice(
    0,
    MAX_SHOWN_VIOLATIONS,
  )) {
    const following = [...consequences].filter((rule) => isExplainedBy(rule, [violation.rule]));
    for (const rule of following) consequences.delete(rule);
    lines.push(
      isVerbose
        ? formatViolation(violation, repro(program, variant, scene), colour)
        : formatBriefViolation(violation, line, following, colour),
    );
    lines.push(...listing.map((text) => `  ${text.startsWith('>') ? colour.bold(text) : colour.dim(text)}`));
    lines.push(...dependsOn.map((choice) => colour.yellow(`  ${formatChoice(choice)}`)));
  }
  if (causes.length > MAX_SHOWN_VIOLATIONS)
    lines.push(`  first ${MAX_SHOWN_VIOLATIONS} of ${causes.length} violations; --json lists them all`);
  return lines;
}

/** Formats a program's assumptions in one line. Registers have the values of a correct driver. */
function formatAssumptions({ assumed }: ProgramVerdict, countsRegisters: boolean): string[] {
  const registers = countsRegisters
    ? assumed.filter((assumption) => REGISTER_ASSUMPTION.test(assumption)).length
    : 0;
  const listed = [
    ...assumed.filter((assumption) => !REGISTER_ASSUMPTION.test(assumption)),
    ...(registers === 0 ? [] : [`${formatQuantity(registers, 'register')} (listed by --json)`]),
  ];
  return listed.length === 0 ? [] : [`  assumed: ${listed.join('; ')}`];
}
