import { type Colours, counted, textTable } from '../../base/text/index.js';
import { fixLines } from '../../failures/fixed/index.js';
import {
  isOneBucket,
  type JudgedBucket,
  type JudgedGroup,
  rulesText,
  whereText,
} from '../../failures/groups/index.js';
import type { PictureStyle } from '../../failures/picture/index.js';
import { shrunkLine, shrunkPicture, shrunkSize } from '../../failures/shrink/index.js';
import type { RunReport } from '../../harness/run-directory/index.js';
import type { BucketForm, ShrunkFailure } from '../../harness/triage-findings/index.js';
import { isOwnId } from '../../transactions/index.js';
import { summariseRun } from './run-summary.js';

/** Failure groups to print; the rest is in report.md. */
const GROUPS_SHOWN = 10;

const PAINT = { pass: 'green', fail: 'red', partial: 'yellow', running: 'yellow' } as const;

/** Rules that were never armed to name; report.md names all. */
const HOLES_SHOWN = 12;

/**
 * The last lines of `run`: coverage, rules, failure groups, and at the very end verdict, seed and where everything is. With a style,
 * the first group's smallest form has its picture.
 */
export function runText(report: RunReport, colour: Colours, style?: PictureStyle): string {
  const summary = summariseRun(report);
  const { coverage, unarmed, armedText, groups } = summary;
  const field = (name: string, text: string): string => `${colour.dim(name.padEnd(8))}  ${text}`;
  const holes = unarmed.length === 0 ? '' : colour.yellow(`; never armed: ${holesText(unarmed)}`);
  const hidden = groups.length - GROUPS_SHOWN;
  const paint = PAINT[summary.outcome];
  return [
    ...(coverage === undefined ? [] : [textTable(coverage.columns, coverage.rows), '']),
    ...groups
      .slice(0, GROUPS_SHOWN)
      .flatMap((group, index) => groupLines(group, colour, index === 0 ? style : undefined)),
    ...(hidden > 0 ? [`${counted(hidden, 'more failure group')} in report.md`] : []),
    ...(groups.length > 0 ? [''] : []),
    ...fixParts(report),
    colour.bold(colour[paint](summary.verdict)),
    ...summary.facts.map(([name, text]) => field(name, text)),
    field('rules', `${armedText}${holes}`),
    field('results', report.request.outDir),
  ].join('\n');
}

/** Lines for a ticket, where a fix was to be proven. */
function fixParts({ again }: RunReport): string[] {
  return again?.groups === undefined ? [] : [...again.groups.flatMap(fixLines), ''];
}

function holesText(rules: readonly string[]): string {
  // The user's own come first, however many there are.
  const own = rules.filter(isOwnId);
  const others = rules.filter((rule) => !isOwnId(rule)).slice(0, HOLES_SHOWN);
  const more = rules.length - own.length - others.length;
  const named = [...own, ...others].join(', ');
  return more > 0 ? `${named} and ${more} more in report.md` : named;
}

/** A group of one bucket has the bucket's lines; of several, where it showed, and the failure to read first. */
function groupLines(group: JudgedGroup, colour: Colours, pictureIn: PictureStyle | undefined): string[] {
  const { signature, buckets, known, smallest, shrunk } = group;
  const form = shrunk === undefined ? [] : shrunkLines(shrunk, pictureIn);
  const [bucket] = buckets;
  if (isOneBucket(group)) return bucketLines(bucket!, colour, [...form, ...rulesLines(group)]);
  return [
    `${known ? colour.yellow(signature) : colour.red(signature)}  ${whereText(group)}${known ? ', known' : ''}`,
    ...form,
    ...rulesLines(group),
    readFirst(smallest),
    ...buckets.flatMap(({ forms }) => forms.map(formLines)),
  ];
}

function rulesLines({ rules, count }: JudgedGroup): string[] {
  return rulesText(rules, count).map((line) => `  ${line}`);
}

/** The smallest form: its size, its line with its file, and its picture where there is room for one. */
function shrunkLines(shrunk: ShrunkFailure, pictureIn: PictureStyle | undefined): string[] {
  const picture = pictureIn === undefined ? [] : shrunkPicture(shrunk, pictureIn);
  return [
    `  shrunk to ${shrunkSize(shrunk)}: ${shrunkLine(shrunk)}`,
    ...picture.map((line) => `    ${line}`.trimEnd()),
  ];
}

function bucketLines(bucket: JudgedBucket, colour: Colours, form: readonly string[]): string[] {
  const { signature, rule, count, repro, smallest, examples, known, forms } = bucket;
  const tests = counted(count, 'test');
  return [
    known === undefined
      ? `${colour.red(signature)}  ${tests}`
      : `${colour.yellow(signature)}  ${tests}, known`,
    // A signature without numbers does not say why the testbench failed.
    ...(rule === 'error' ? [`  ${examples[0]!.summary}`] : []),
    ...form,
    count === 1 ? `  ${repro}` : readFirst(smallest),
    ...forms.map(formLines),
  ];
}

/** The one failure of many that terminal, page and reports show. */
function readFirst({ test, repro }: JudgedBucket['smallest']): string {
  return `  fewest waves, ${test}: ${repro}`;
}

/** One form of a bucket that is several bugs, and the line that reproduces it. */
function formLines(
  { form, tests, repro }: BucketForm,
  index: number,
  { length }: readonly BucketForm[],
): string {
  return `  bug ${index + 1} of ${length}: ${form} (${tests.join(', ')})\n    ${repro}`;
}
