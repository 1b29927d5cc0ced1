import { shellWord } from '../../base/basics/index.js';
import { counted, markdownCode, markdownText, signed } from '../../base/text/index.js';
import { isNewGroup, NOTHING_COUNTED, type RunChanges } from '../../closure/coverage/index.js';
import { coverageSummary, percentText } from '../../coverage/index.js';
import type { FailureGroup, JudgedGroup } from '../../failures/groups/index.js';
import type { RunReport, RunTestResult } from '../../harness/run-directory/index.js';
import { pasteableCommand, testId } from '../../harness/selection/index.js';
import type { GroupFix } from '../../harness/triage-findings/index.js';
import { repeatsText } from './again-text.js';
import { firstStep } from './first-step.js';
import { type RunSummary, summariseRun } from './run-summary.js';

/** Part of a line: plain text, or a name, command or path that is shown as code where possible. */
type Fragment = string | { readonly code: string };

/** A named line. */
interface DigestLine {
  readonly name: string;
  readonly pieces: readonly Fragment[];
}

/** The input of a digest. */
export interface DigestInput {
  readonly report: RunReport;
  /** The changes since the last comparable run; absent if there is none. */
  readonly changes?: RunChanges;
  readonly tests: readonly RunTestResult[];
  /** The path of the run's page. */
  readonly page: string;
}

/** Maximum number of groups, tests or rules to name on a line. */
const MAX_NAMES = 3;
const NAME_WIDTH = 8;
const NO_EARLIER = 'no comparable earlier run';

/**
 * Summarises a run in ten lines for e-mail: verdict; new, fixed, open and known failures; coverage; slowest
 * tests; and the first step.
 */
export function digestText(input: DigestInput): string {
  const renderPiece = (piece: Fragment): string => (typeof piece === 'string' ? piece : piece.code);
  return digestLines(input)
    .map(({ name, pieces }) => `${name.padEnd(NAME_WIDTH)}  ${pieces.map(renderPiece).join('')}`.trimEnd())
    .join('\n');
}

/**
 * The digest as Markdown, for chats and comments. Names from a run are formatted as code, so that none becomes
 * a link or a mention.
 */
export function digestMarkdown(input: DigestInput): string {
  const renderPiece = (piece: Fragment): string =>
    typeof piece === 'string' ? markdownText(piece) : markdownCode(piece.code);
  return digestLines(input)
    .map(({ name, pieces }, index) => {
      const text = pieces.map(renderPiece).join('');
      return index === 0 ? `**${name}** ${text}\n` : `- ${name === '' ? '' : `**${name}** `}${text}`;
    })
    .join('\n');
}

function digestLines({ report, changes, tests, page }: DigestInput): DigestLine[] {
  const summary = summariseRun(report);
  const { verdict, outcome, groups } = summary;
  const step = firstStep(summary, changes);
  const [fresh, old] = splitGroups(groups, changes);
  const fixes = report.again?.groups;
  return [
    {
      name: outcome.toUpperCase(),
      pieces: [{ code: report.request.runId }, `: ${verdict.replace(/^\w+ +/, '')}`],
    },
    ...(fixes === undefined ? sinceLast(fresh, old, changes, report) : sinceRepeated(groups, fixes)),
    { name: 'known', pieces: groupPieces(groups.filter(({ known }) => known)) },
    { name: 'coverage', pieces: [coverageText(report, changes)] },
    { name: 'slowest', pieces: slowestPieces(tests) },
    {
      name: 'first',
      pieces: step === undefined ? [holeText(summary, report)] : stepPieces(step.text, groups),
    },
    {
      name: '',
      pieces: [
        { code: step?.line ?? pasteableCommand('coverage', 'holes', shellWord(report.request.outDir)) },
      ],
    },
    { name: 'page', pieces: [{ code: page }] },
  ];
}

function sinceLast(
  fresh: readonly JudgedGroup[],
  old: readonly JudgedGroup[],
  changes: RunChanges | undefined,
  { again }: RunReport,
): DigestLine[] {
  const none = again === undefined ? NO_EARLIER : `it ${repeatsText(again)}`;
  return [
    { name: 'new', pieces: newPieces(fresh, changes) },
    { name: 'fixed', pieces: changes === undefined ? [none] : groupPieces(changes.goneGroups) },
    { name: 'open', pieces: changes === undefined ? [none] : groupPieces(old) },
  ];
}

/** The lines of a run that checks fixes: the groups of the run whose failures it repeats, and any new ones. */
function sinceRepeated(groups: readonly JudgedGroup[], fixes: readonly GroupFix[]): DigestLine[] {
  const names = new Set(fixes.map(({ signature }) => signature));
  const fresh = groups.filter(({ known, signature }) => !known && !names.has(signature));
  const countedRuns = ({ signature, runs }: GroupFix) => ({ signature, count: runs });
  const fixed = fixes.filter(({ state }) => state === 'fixed').map(countedRuns);
  const open = fixes.filter(({ state }) => state !== 'fixed').map(countedRuns);
  return [
    { name: 'new', pieces: groupPieces(fresh) },
    { name: 'fixed', pieces: groupPieces(fixed, 'run') },
    { name: 'open', pieces: groupPieces(open, 'run') },
  ];
}

/**
 * Splits the groups that no known issue covers into those that are new since the previous run and the rest. In a
 * first run, all are new.
 */
function splitGroups(
  groups: readonly JudgedGroup[],
  changes: RunChanges | undefined,
): readonly [fresh: readonly JudgedGroup[], old: readonly JudgedGroup[]] {
  const unknown = groups.filter(({ known }) => !known);
  if (changes === undefined) return [unknown, []];
  const fresh = unknown.filter((group) => isNewGroup(group, changes));
  return [fresh, unknown.filter((group) => !fresh.includes(group))];
}

function newPieces(fresh: readonly JudgedGroup[], changes: RunChanges | undefined): Fragment[] {
  if (changes === undefined) return groupPieces(fresh);
  return [...groupPieces(fresh), ' since ', { code: changes.since }];
}

function groupPieces(
  groups: readonly Pick<FailureGroup, 'signature' | 'count'>[],
  unit = 'test',
): Fragment[] {
  if (groups.length === 0) return ['none'];
  const named = groups
    .slice(0, MAX_NAMES)
    .flatMap(({ signature, count }, index): Fragment[] => [
      index === 0 ? '' : ', ',
      { code: signature },
      ` (${counted(count, unit)})`,
    ]);
  const rest = groups.length - MAX_NAMES;
  return [`${counted(groups.length, 'group')}: `, ...named, rest > 0 ? ` and ${rest} more` : ''];
}

function coverageText({ coverage }: RunReport, changes: RunChanges | undefined): string {
  const { percent, tests } = coverageSummary(coverage);
  if (tests.passed === 0) return NOTHING_COUNTED;
  if (changes === undefined) return percentText(percent, 2);
  const [before, after] = changes.percent;
  return `${percentText(after, 2)} (${signed(after - before, 2)} points); ${counted(changes.won.length, 'bin')} newly covered, ${changes.lost.length} no longer`;
}

function slowestPieces(tests: readonly RunTestResult[]): Fragment[] {
  const timed = tests.flatMap(({ test, seconds }) => (seconds === undefined ? [] : [{ test, seconds }]));
  const slowest = timed.sort((a, b) => b.seconds - a.seconds).slice(0, MAX_NAMES);
  if (slowest.length === 0) return ['not recorded'];
  return slowest.flatMap(({ test, seconds }, index): Fragment[] => [
    index === 0 ? '' : ', ',
    { code: testId(test) },
    ` ${seconds.toFixed(1)} s`,
  ]);
}

/** A sentence with the group's name shown as code. */
function stepPieces(text: string, groups: readonly JudgedGroup[]): Fragment[] {
  const name = groups.find(({ signature }) => text.includes(signature))?.signature;
  if (name === undefined) return [text];
  const start = text.indexOf(name);
  return [text.slice(0, start), { code: name }, text.slice(start + name.length)];
}

/** The next step if nothing failed. */
function holeText({ unarmed }: RunSummary, { coverage }: RunReport): string {
  const rest = unarmed.length - MAX_NAMES;
  const named = `${unarmed.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const rules = unarmed.length === 0 ? '' : `${named} had nothing to judge. `;
  const { hit, total } = coverageSummary(coverage);
  return `${rules}${counted(total - hit, 'bin')} not hit; list them:`;
}
