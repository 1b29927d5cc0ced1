import type { ReplayResult } from '../../harness/one-test/index.js';
import { sortForExplanation } from '../../harness/records/index.js';
import {
  escapeMarkdown,
  formatMarkdownBlock,
  formatMarkdownCode,
  makeColours,
} from '../../harness/text/index.js';
import type { Explanation } from '../../harness/triage-findings/index.js';
import {
  escapeLine,
  findFault,
  getRuleText,
  MODEL_VERSION,
  type Scenario,
  scenarioToJson,
} from '../../transactions/index.js';
import { drawViolationPicture, type PictureStyle } from '../picture/violation-picture.js';
import { formatCurve, formatSentences } from '../why/why-text.js';
import { formatSize, type ScenarioSize } from './scenario-size.js';

/**
 * Generates a Vitest file that fails as long as the scenario does, with a picture of the violation as its message. It
 * imports only what the package exports, so it runs in any project that has the package and Vitest.
 *
 * @param size description of the scenario's size.
 */
export function generateVitestCase(scenario: Scenario, signature: string, size: string): string {
  const comment = escapeLine(`${signature}, shrunk to ${size}`).replaceAll('*/', '* /');
  return `import { explainScenario, readScenario, runScenario } from 'pops-testbench/harness';
import { expect, it } from 'vitest';

/** ${comment}. */
const SCENARIO = readScenario(${JSON.stringify(scenarioToJson(scenario).trimEnd())});

it(${JSON.stringify(`no longer fails with ${signature}`)}, () => {
  if (!runScenario(SCENARIO).passed) expect.fail(explainScenario(SCENARIO));
});
`;
}

interface ReportedFailure {
  readonly replayed: ReplayResult;
  readonly signature: string;
  readonly original: ScenarioSize;
  readonly shrunk: ScenarioSize;
  readonly why: Explanation;
  /** The command that replays the scenario in the report. It contains the file name to save the scenario under. */
  readonly repro: string;
  readonly version: string;
}

/** The picture style: plain text, 100 columns wide, which fits a tracker's code blocks without scrolling. */
const STYLE: PictureStyle = { width: 100, unicode: true, colour: makeColours(false) };
/**
 * The maximum length of a report. Trackers accept at most 65,536 characters. A scenario that does not fit must be
 * attached as a file.
 */
const MAX_CHARACTERS = 60_000;

/**
 * Returns a Markdown bug report for an issue tracker: what was expected and observed, the steps, a picture, the
 * explanation, and the scenario itself.
 */
export function formatBugReport(failure: ReportedFailure): string {
  const { replayed, signature, repro, why } = failure;
  const [violation] = sortForExplanation(replayed.verdict.violations);
  const witness = replayed.witness;
  const observation =
    violation === undefined
      ? [escapeMarkdown(replayed.finding?.message ?? signature)]
      : [
          `- **Allowed:** ${escapeMarkdown(violation.allowed)}`,
          `- **Observed** at cycle ${violation.cycle}, unit ${violation.unit}: ${escapeMarkdown(violation.observed)}`,
          `- **Where to look:** ${escapeMarkdown(violation.hint)}`,
          '',
          ...formatSection(
            'Steps',
            violation.steps.map((step, index) => `${index + 1}. ${escapeMarkdown(step)}`),
          ),
        ];
  const picture = witness === undefined ? [] : drawViolationPicture(replayed.scenario, witness, STYLE);
  const text = [
    `# ${escapeMarkdown(makeTitle(failure))}`,
    '',
    ...observation,
    ...formatSection('Picture', picture.length === 0 ? [] : formatMarkdownBlock(picture)),
    ...formatSection('Why', formatMarkdownBlock([...formatCurve(why, STYLE), '', ...formatSentences(why)])),
    ...formatSection('Reproduce', [
      'Save the scenario below under the file name in this command:',
      '',
      ...formatMarkdownBlock([repro]),
    ]),
    ...formatSection('Test details', formatTestDetails(failure)),
  ].join('\n');
  return `${text}\n${formatScenarioSection(scenarioToJson(replayed.scenario), MAX_CHARACTERS - text.length)}`;
}

function makeTitle({ replayed, signature }: ReportedFailure): string {
  const rule = sortForExplanation(replayed.verdict.violations)[0]?.rule;
  const sentence = rule === undefined ? undefined : getRuleText(rule);
  return sentence === undefined ? signature : `${rule}: ${sentence}`;
}

function formatTestDetails({ replayed, signature, original, shrunk, version }: ReportedFailure): string[] {
  const { chip, wave, faults } = replayed.scenario;
  return [
    `- signature: ${formatMarkdownCode(signature)}`,
    `- chip: ${chip}, wave${wave}`,
    ...faults.map((id) => `- injected fault: ${id}, ${escapeMarkdown(findFault(id)?.title ?? '')}`),
    `- shrunk size: ${formatSize(shrunk)}`,
    `- original size: ${formatSize(original)}`,
    `- pops-testbench ${version}, model version ${MODEL_VERSION}`,
  ];
}

function formatScenarioSection(json: string, remainingCharacters: number): string {
  if (json.length > remainingCharacters)
    return '\nThe scenario is too large to include here; attach it as a file.\n';
  return `\n<details><summary>The scenario</summary>\n\n${formatMarkdownBlock([json.trimEnd()], 'json').join('\n')}\n\n</details>\n`;
}

function formatSection(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}
