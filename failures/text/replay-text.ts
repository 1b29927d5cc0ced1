import { groupBy } from '../../arch/index.js';
import { quoteShellWord } from '../../harness/basics/index.js';
import type { AlternativeChoice, ReplayResult } from '../../harness/one-test/index.js';
import {
  DEVICE,
  type Finding,
  formatDeviceFinding,
  listErrors,
  sortForExplanation,
} from '../../harness/records/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import { decideVerdict, type JudgedCounts } from '../../harness/terminal/index.js';
import { formatNumber, formatQuantity, formatViolation } from '../../harness/text/index.js';
import type { ShrunkFailure } from '../../harness/triage-findings/index.js';
import { UNKNOWNS, type UnknownId, type Verdict, type Violation } from '../../transactions/index.js';
import { drawViolationPicture, type PictureStyle } from '../picture/violation-picture.js';

/**
 * Describes in one line which hardware choice a violation depends on: `would not occur with U13 secondMessage =
 * ignored; here it is counts (a second exit message)`.
 */
export function formatChoice({ unknown, knob, now, instead }: AlternativeChoice): string {
  const questions = unknown.split(', ').map((id) => UNKNOWNS[id as UnknownId].question);
  return `would not occur with ${unknown} ${knob} = ${instead}; here it is ${now} (${questions.join('; ')})`;
}

/** Returns the command that replays a shrunk failure from its file. */
export function formatShrunkCommand({ file }: Pick<ShrunkFailure, 'file'>): string {
  return formatCommand('replay', quoteShellWord(file));
}

/** Returns a shrunk failure's size as text, such as `2 waves, 2 primitives`. */
export function formatShrunkSize({ waves, primitives }: Pick<ShrunkFailure, 'waves' | 'primitives'>): string {
  return `${formatQuantity(waves, 'wave')}, ${formatQuantity(primitives, 'primitive')}`;
}

/**
 * Returns a diagram of a shrunk failure's pixels and waves, or an empty array if the violation does not involve a wave.
 */
export function drawShrunkPicture({ scenario, witness }: ShrunkFailure, style: PictureStyle): string[] {
  return witness === undefined ? [] : drawViolationPicture(scenario, witness, style);
}

/**
 * Formats the output of `replay`: the first violation (causes come before effects) in full, a diagram, one line per
 * rule for the other violations, and the verdict.
 */
export function formatReplay(result: ReplayResult, repro: string, style: PictureStyle): string {
  const { scenario, run, verdict, repeatable, choices, witness, finding } = result;
  const { colour } = style;
  const [first, ...others] = sortForExplanation(verdict.violations);
  return [
    ...(first === undefined ? [] : [formatViolation(first, repro, colour), '']),
    ...(witness === undefined ? [] : [...drawViolationPicture(scenario, witness, style), '']),
    ...(others.length === 0 ? [] : [...formatConsequences(others, verdict), '']),
    ...formatFinalWaits(others),
    ...formatUnchecked(verdict),
    ...formatUntimed(verdict),
    ...(finding?.message === undefined
      ? formatDeviceFindings(result)
      : isDesignFinding(finding)
        ? []
        : [finding.message]),
    formatOutcome(result, style),
    `${scenario.name} on ${scenario.chip}, wave${scenario.wave}: ${formatQuantity(run.waves, 'wave')}, ${formatQuantity(run.instructions, 'instruction')}, ${formatQuantity(run.cycles, 'cycle')}, ${formatQuantity(choices, 'choice')}`,
    ...(repeatable
      ? []
      : [colour.yellow('Not deterministic: a second run with the recorded choices differed.')]),
  ].join('\n');
}

/**
 * Returns whether a replacement design breached its interface. If so, its message is more informative than the bucket
 * name.
 */
function isDesignFinding({ rule, signature }: Finding): boolean {
  return rule === DEVICE && !signature.startsWith(DEVICE);
}

/** Lists the device invariants broken in a test that also breaks a rule. */
function formatDeviceFindings({ device = [] }: ReplayResult): string[] {
  return device.length === 0
    ? []
    : [
        'Model invariants broken by the device:',
        ...device.map((finding) => `  ${formatDeviceFinding(finding)}`),
      ];
}

/** Returns what a replay counts as. A run cut short by `--until` without a violation is not judged to its end. */
export function countReplay({ finding, stoppedAtCycle }: ReplayResult): JudgedCounts {
  const isCut = finding !== undefined && stoppedAtCycle !== undefined;
  const passed = finding === undefined ? 1 : 0;
  return { passed, failed: isCut ? 0 : 1 - passed, unjudged: isCut ? 1 : 0 };
}

/** Returns the verdict on a replay. */
export function getReplayVerdict(result: ReplayResult): 'pass' | 'fail' | 'inconclusive' {
  const verdict = decideVerdict(countReplay(result));
  return verdict === 'partial' ? 'inconclusive' : verdict;
}

function formatOutcome(result: ReplayResult, { colour }: PictureStyle): string {
  const { finding, verdict, stoppedAtCycle } = result;
  if (finding === undefined) return colour.bold(colour.green(getReplayVerdict(result).toUpperCase()));
  const failure = isDesignFinding(finding) ? finding.message : getFailureName(finding.signature, verdict);
  if (stoppedAtCycle === undefined) return colour.bold(colour.red(`FAIL  ${failure}`));
  return colour.bold(colour.yellow(`INCONCLUSIVE  stopped after cycle ${stoppedAtCycle} with no violations`));
}

/** Names the rule that caused the failure, as in a run's report, and the bucket if it is named after another rule. */
function getFailureName(signature: string, { violations }: Verdict): string {
  const [cause] = listErrors(violations);
  return cause === undefined || signature.startsWith(`${cause} `)
    ? signature
    : `${cause}, in bucket ${signature}`;
}

/** Returns one line per rule for all violations except the first, which often caused them. */
export function formatConsequences(
  others: readonly Violation[],
  { violations, fired }: Pick<Verdict, 'violations' | 'fired'>,
): string[] {
  const byRule = groupBy(others, ({ rule }) => rule);
  const lines = Array.from(byRule, ([rule, [first, ...rest]]) => {
    const storedCount = violations.filter((violation) => violation.rule === rule).length;
    const unstoredCount = Math.max(0, (fired?.[rule] ?? storedCount) - storedCount);
    const omittedCount = rest.length + unstoredCount;
    const count = omittedCount === 0 ? '' : ` (and ${formatNumber(omittedCount)} more)`;
    return `  ${rule} at cycle ${first!.cycle}${count}: ${formatStandalone(first!)}`;
  });
  return ['Other violations (possibly consequences of the first):', ...lines];
}

/** Matches text that starts with its subject, such as `wave 3` or `Line 0x40`. */
const NAMES_SUBJECT = /^(?:[A-Za-z]+ (?:0x)?\d|The )/;

/** Returns the observation. If it does not start with its subject, prepends the wave and appends what was allowed. */
function formatStandalone({ allowed, observed, place: { wave } }: Violation): string {
  if (NAMES_SUBJECT.test(observed)) return observed;
  const subject = wave === undefined || /\bwave \d/.test(allowed + observed) ? '' : `wave ${wave}: `;
  return `${subject}${observed} Allowed: ${allowed}`;
}

/** Lists who waits for whom at the end of a run that stopped with unfinished work because of an earlier finding. */
function formatFinalWaits(others: readonly Violation[]): string[] {
  const { steps = [] } = others.find(({ rule }) => rule === 'HANG-01') ?? {};
  return steps.length === 0 ? [] : ['Waiting at the end (HANG-01):', ...steps.map((step) => `  ${step}`), ''];
}

/** Lists the rules that cannot check a run without cycle times. */
function formatUntimed({ leftOut: skippedRules = [] }: Verdict): string[] {
  if (skippedRules.length === 0) return [];
  return [
    `Not checked, because these rules need cycle times and this schedule only records event order: ${skippedRules.join(', ')}`,
  ];
}

/** Lists the rules that were not checked and found nothing, one line per kind of missing data. */
function formatUnchecked({ unchecked, violations }: Verdict): string[] {
  const silent = unchecked.filter((entry) => violations.every(({ rule }) => rule !== entry.rule));
  const byReason = groupBy(silent, ({ missing }) => missing);
  return Array.from(
    byReason,
    ([missing, rules]) => `Not checked: ${rules.map(({ rule }) => rule).join(', ')} (missing: ${missing})`,
  );
}
