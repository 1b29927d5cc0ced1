import { greatestOf } from '../../arch/index.js';
import { colours, markdownCode, markdownText } from '../../base/text/index.js';
import type { ReplayResult } from '../../harness/one-test/index.js';
import { sortForExplanation } from '../../harness/records/index.js';
import type { Explanation } from '../../harness/triage-findings/index.js';
import { findFault, MODEL_VERSION, ruleText, scenarioToJson } from '../../transactions/index.js';
import { type PictureStyle, violationPicture } from '../picture/violation-picture.js';
import { formatCurve, formatSentences } from '../why/why-text.js';
import type { ScenarioSize } from './scenario-size.js';
import { sizeText } from './shrink-document.js';

/** A shrunk failure, for readers outside the project. */
export interface ReportedFailure {
  readonly replayed: ReplayResult;
  readonly signature: string;
  readonly original: ScenarioSize;
  readonly shrunk: ScenarioSize;
  readonly why: Explanation;
  /** The command that replays the scenario in the report. It names the file in which to save the scenario. */
  readonly repro: string;
  /** The version of the package. */
  readonly version: string;
}

/** The style of pictures: plain text in 100 columns, which fits a tracker's code blocks without scrolling. */
const STYLE: PictureStyle = { width: 100, unicode: true, colour: colours(false) };
/**
 * The maximum length of a report. Trackers accept at most 65,536 characters. A scenario that does not fit must be
 * attached as a file.
 */
const MAX_CHARACTERS = 60_000;

/**
 * Returns a Markdown bug report for a tracker: what was allowed and observed, the steps, a picture, the explanation,
 * and the scenario itself.
 */
export function bugReport(failure: ReportedFailure): string {
  const { replayed, signature, repro, why } = failure;
  const [violation] = sortForExplanation(replayed.verdict.violations);
  const witness = replayed.witness;
  const observation =
    violation === undefined
      ? [markdownText(replayed.finding?.message ?? signature)]
      : [
          `- **Allowed:** ${markdownText(violation.allowed)}`,
          `- **Observed** at cycle ${violation.cycle}, unit ${violation.unit}: ${markdownText(violation.observed)}`,
          `- **Look at:** ${markdownText(violation.hint)}`,
          '',
          ...section(
            'Steps',
            violation.steps.map((step, index) => `${index + 1}. ${markdownText(step)}`),
          ),
        ];
  const picture = witness === undefined ? [] : violationPicture(replayed.scenario, witness, STYLE);
  const text = [
    `# ${markdownText(makeTitle(failure))}`,
    '',
    ...observation,
    ...section('Picture', picture.length === 0 ? [] : fence(picture)),
    ...section('Why', fence([...formatCurve(why, STYLE), '', ...formatSentences(why)])),
    ...section('Reproduce', [
      'Save the scenario below as the file that this command names:',
      '',
      ...fence([repro]),
    ]),
    ...section('What ran', testFacts(failure)),
  ].join('\n');
  return `${text}\n${scenarioSection(scenarioToJson(replayed.scenario), MAX_CHARACTERS - text.length)}`;
}

function makeTitle({ replayed, signature }: ReportedFailure): string {
  const rule = sortForExplanation(replayed.verdict.violations)[0]?.rule;
  const sentence = rule === undefined ? undefined : ruleText(rule);
  return sentence === undefined ? signature : `${rule}: ${sentence}`;
}

function testFacts({ replayed, signature, original, shrunk, version }: ReportedFailure): string[] {
  const { chip, wave, faults } = replayed.scenario;
  return [
    `- signature: ${markdownCode(signature)}`,
    `- chip: ${chip}, wave${wave}`,
    ...faults.map((id) => `- injected fault: ${id}, ${markdownText(findFault(id)?.title ?? '')}`),
    `- shrunk to: ${sizeText(shrunk)}`,
    `- found with: ${sizeText(original)}`,
    `- pops-testbench ${version}, model version ${MODEL_VERSION}`,
  ];
}

function scenarioSection(json: string, charactersLeft: number): string {
  if (json.length > charactersLeft) return '\nThe scenario does not fit here: attach the file.\n';
  return `\n<details><summary>The scenario</summary>\n\n${fence([json.trimEnd()], 'json').join('\n')}\n\n</details>\n`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

/** Fences lines, using more backticks than they have in a row. */
function fence(lines: readonly string[], language = 'text'): string[] {
  const ticks = lines.join('\n').match(/`{3,}/g) ?? [];
  const fenceTicks = '`'.repeat(
    greatestOf(
      ticks.map(({ length }) => length + 1),
      3,
    ),
  );
  return [`${fenceTicks}${language}`, ...lines, fenceTicks];
}
