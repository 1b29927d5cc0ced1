import { isNewGroup, NOTHING_COUNTED, type RunChanges } from '../../closure/coverage/index.js';
import { formatPercentage, summariseCoverage } from '../../coverage/index.js';
import type { FailureGroup, ReportedGroup } from '../../failures/groups/index.js';
import { quoteShellWord } from '../../harness/basics/index.js';
import type { RunReport, RunTestResult } from '../../harness/run-directory/index.js';
import { formatCommand, formatTestId } from '../../harness/selection/index.js';
import {
  escapeMarkdown,
  formatMarkdownCode,
  formatQuantity,
  formatSignedNumber,
} from '../../harness/text/index.js';
import type { GroupFix } from '../../harness/triage-findings/index.js';
import { suggestFirstStep } from './first-step.js';
import { describeSkippedRerun } from './phrases.js';
import { type RunSummary, summariseRun } from './run-summary.js';

/** Part of a line: plain text, or a name, command or path that is shown as code where possible. */
type Fragment = string | { readonly code: string };

interface DigestLine {
  readonly name: string;
  readonly fragments: readonly Fragment[];
}

/** The data that a digest summarises. */
interface DigestInput {
  readonly report: RunReport;
  /** The changes since the last comparable run; absent if there is none. */
  readonly changes?: RunChanges | undefined;
  readonly tests: readonly RunTestResult[];
  readonly page: string;
}

/** Maximum number of groups, tests or rules to name on a line. */
const MAX_NAMES = 3;
const NAME_WIDTH = 8;
const NO_EARLIER_RUN = 'no comparable earlier run';

/**
 * Summarises a run in ten lines for e-mail: verdict; new, fixed, open and known failures; coverage; slowest
 * tests; and the first step.
 */
export function formatDigest(input: DigestInput): string {
  const render = (fragment: Fragment): string => (typeof fragment === 'string' ? fragment : fragment.code);
  return buildLines(input)
    .map(({ name, fragments }) => `${name.padEnd(NAME_WIDTH)}  ${fragments.map(render).join('')}`.trimEnd())
    .join('\n');
}

/**
 * Formats the digest as Markdown, for chats and comments. Names from a run are formatted as code, so that they are
 * not turned into links or mentions.
 */
export function formatDigestMarkdown(input: DigestInput): string {
  const render = (fragment: Fragment): string =>
    typeof fragment === 'string' ? escapeMarkdown(fragment) : formatMarkdownCode(fragment.code);
  return buildLines(input)
    .map(({ name, fragments }, index) => {
      const text = fragments.map(render).join('');
      return index === 0 ? `**${name}** ${text}\n` : `- ${name === '' ? '' : `**${name}** `}${text}`;
    })
    .join('\n');
}

function buildLines({ report, changes, tests, page }: DigestInput): DigestLine[] {
  const summary = summariseRun(report);
  const { verdict, outcome, groups } = summary;
  const step = suggestFirstStep(summary, changes);
  const [newGroups, openGroups] = splitGroups(groups, changes);
  const fixes = report.again?.groups;
  return [
    {
      name: outcome.toUpperCase(),
      fragments: [{ code: report.request.runId }, `: ${verdict.replace(/^\w+ +/, '')}`],
    },
    ...(fixes === undefined
      ? formatChanges(newGroups, openGroups, changes, report)
      : formatFixes(groups, fixes)),
    { name: 'known', fragments: formatGroups(groups.filter(({ known }) => known)) },
    { name: 'coverage', fragments: [formatCoverage(report, changes)] },
    { name: 'slowest', fragments: formatSlowestTests(tests) },
    {
      name: 'first',
      fragments: step === undefined ? [suggestHoles(summary, report)] : formatStep(step.text, groups),
    },
    {
      name: '',
      fragments: [
        { code: step?.command ?? formatCommand('coverage', 'holes', quoteShellWord(report.request.outDir)) },
      ],
    },
    { name: 'page', fragments: [{ code: page }] },
  ];
}

function formatChanges(
  newGroups: readonly ReportedGroup[],
  openGroups: readonly ReportedGroup[],
  changes: RunChanges | undefined,
  { again }: RunReport,
): DigestLine[] {
  const none = again === undefined ? NO_EARLIER_RUN : `it ${describeSkippedRerun(again)}`;
  return [
    { name: 'new', fragments: formatNewGroups(newGroups, changes) },
    { name: 'fixed', fragments: changes === undefined ? [none] : formatGroups(changes.vanishedGroups) },
    { name: 'open', fragments: changes === undefined ? [none] : formatGroups(openGroups) },
  ];
}

/** Formats the lines for a rerun that checks fixes: the original run's failure groups, and any new ones. */
function formatFixes(groups: readonly ReportedGroup[], fixes: readonly GroupFix[]): DigestLine[] {
  const names = new Set(fixes.map(({ signature }) => signature));
  const newGroups = groups.filter(({ known, signature }) => !known && !names.has(signature));
  const toRunCount = ({ signature, runs }: GroupFix) => ({ signature, count: runs });
  const fixedGroups = fixes.filter(({ state }) => state === 'fixed').map(toRunCount);
  const openGroups = fixes.filter(({ state }) => state !== 'fixed').map(toRunCount);
  return [
    { name: 'new', fragments: formatGroups(newGroups) },
    { name: 'fixed', fragments: formatGroups(fixedGroups, 'run') },
    { name: 'open', fragments: formatGroups(openGroups, 'run') },
  ];
}

/**
 * Splits the groups without a known issue into those that are new since the previous run and the rest. In a first run,
 * all are new.
 */
function splitGroups(
  groups: readonly ReportedGroup[],
  changes: RunChanges | undefined,
): readonly [newGroups: readonly ReportedGroup[], openGroups: readonly ReportedGroup[]] {
  const unknownGroups = groups.filter(({ known }) => !known);
  if (changes === undefined) return [unknownGroups, []];
  const newGroups = unknownGroups.filter((group) => isNewGroup(group, changes));
  return [newGroups, unknownGroups.filter((group) => !newGroups.includes(group))];
}

function formatNewGroups(newGroups: readonly ReportedGroup[], changes: RunChanges | undefined): Fragment[] {
  if (changes === undefined) return formatGroups(newGroups);
  return [...formatGroups(newGroups), ' since ', { code: changes.since }];
}

function formatGroups(
  groups: readonly Pick<FailureGroup, 'signature' | 'count'>[],
  unit = 'test',
): Fragment[] {
  if (groups.length === 0) return ['none'];
  const listed = groups
    .slice(0, MAX_NAMES)
    .flatMap(({ signature, count }, index): Fragment[] => [
      index === 0 ? '' : ', ',
      { code: signature },
      ` (${formatQuantity(count, unit)})`,
    ]);
  const rest = groups.length - MAX_NAMES;
  return [`${formatQuantity(groups.length, 'group')}: `, ...listed, rest > 0 ? ` and ${rest} more` : ''];
}

function formatCoverage({ coverage }: RunReport, changes: RunChanges | undefined): string {
  const { percent, tests } = summariseCoverage(coverage);
  if (tests.passed === 0) return NOTHING_COUNTED;
  if (changes === undefined) return formatPercentage(percent, 2);
  const [before, after] = changes.percent;
  return `${formatPercentage(after, 2)} (${formatSignedNumber(after - before, 2)} points); ${formatQuantity(changes.won.length, 'bin')} newly covered, ${changes.lost.length} no longer covered`;
}

function formatSlowestTests(tests: readonly RunTestResult[]): Fragment[] {
  const timed = tests.flatMap(({ test, seconds }) => (seconds === undefined ? [] : [{ test, seconds }]));
  const slowest = timed.sort((a, b) => b.seconds - a.seconds).slice(0, MAX_NAMES);
  if (slowest.length === 0) return ['not recorded'];
  return slowest.flatMap(({ test, seconds }, index): Fragment[] => [
    index === 0 ? '' : ', ',
    { code: formatTestId(test) },
    ` ${seconds.toFixed(1)} s`,
  ]);
}

function formatStep(text: string, groups: readonly ReportedGroup[]): Fragment[] {
  const name = groups.find(({ signature }) => text.includes(signature))?.signature;
  if (name === undefined) return [text];
  const start = text.indexOf(name);
  return [text.slice(0, start), { code: name }, text.slice(start + name.length)];
}

/** Suggests the next step if nothing failed. */
function suggestHoles({ unarmed }: RunSummary, { coverage }: RunReport): string {
  const rest = unarmed.length - MAX_NAMES;
  const named = `${unarmed.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const rules = unarmed.length === 0 ? '' : `Never exercised: ${named}. `;
  const { hit, total } = summariseCoverage(coverage);
  return `${rules}${formatQuantity(total - hit, 'bin was', 'bins were')} not hit. To list them:`;
}
