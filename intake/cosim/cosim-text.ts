import { formatUnanswered } from '../../failures/replay/index.js';
import type { ScenarioSize } from '../../failures/shrink/index.js';
import { decideVerdict, type JudgedCounts } from '../../harness/terminal/index.js';
import { formatNumber, formatQuantity } from '../../harness/text/index.js';

/** The result of running a test against a design. */
export interface CosimDocument {
  readonly test: string;
  readonly chip: string;
  readonly verdict: 'pass' | 'fail';
  readonly waves: number;
  readonly cycles: number;
  /** The rules that had nothing to check because the host stalled the design. */
  readonly leftOut?: readonly string[];
  readonly signature?: string;
  /** The rule that found the failure, `DEVICE` for a protocol violation, or `error` if the test took too long. */
  readonly rule?: string;
  /** What the rule or the host observed. */
  readonly observed?: string;
  /** The knob that set the exceeded bound, as a sentence. */
  readonly bound?: string;
  /** The messages still unanswered by the design, oldest first. */
  readonly owed?: readonly string[];
  /** Where the failure is stored. */
  readonly folder?: string;
  /** The command that replays the failure without the design. */
  readonly replay?: string;
  /** A smaller test that fails in the same way: its file, its size, and the size as text. */
  readonly shrunk?: { readonly file: string; readonly size: ScenarioSize; readonly text: string };
}

/** The results of one `cosim` command. */
export interface CosimSummary {
  readonly unit: string;
  readonly command: string;
  readonly tests: readonly CosimDocument[];
  readonly seconds: number;
  /** The number of answers from the design. */
  readonly exchanges: number;
  /** How long the testbench waited for the answers. */
  readonly waitedSeconds: number;
  /** Whether `--hold` was specified. */
  readonly held: boolean;
  /** Whether a signal ended it before its last test. */
  readonly interrupted: boolean;
  /** One line for each kind of behaviour that no test exercised. */
  readonly untried: readonly string[];
}

/** Creates the output of `cosim --json`. */
export function buildCosimDocument(summary: CosimSummary) {
  const { tests, held: _held, untried: _untried, interrupted: _interrupted, ...run } = summary;
  const failed = tests.filter(({ verdict }) => verdict === 'fail').length;
  return { ...run, waves: countWaves(tests), passed: tests.length - failed, failed, tests };
}

/** Describes the failure of a test in two to six lines. */
export function formatCosimFailure(failure: CosimDocument): string {
  const { signature, rule, test, observed, bound, owed, replay, shrunk } = failure;
  const shrunkLines = shrunk === undefined ? [] : [`  shrunk to ${shrunk.text}: ${shrunk.file}`];
  const unansweredLines = formatUnanswered(owed).map((line) => `  ${line}`);
  // A signature that does not start with its rule tells the reader nothing.
  const isNamed = signature?.startsWith(`${rule} `) === true;
  const headLines = isNamed
    ? [`FAIL  ${signature}  ${test}`, `  ${observed}`]
    : [`FAIL  ${observed}  ${test}`];
  const boundLines = bound === undefined ? [] : [`  bound set by a knob: ${bound}`];
  return [...headLines, ...boundLines, ...unansweredLines, `  ${replay}`, ...shrunkLines].join('\n');
}

/** Formats the summary that `cosim` prints at the end. */
export function formatCosimSummary(summary: CosimSummary): string {
  const { unit, tests, seconds, exchanges, waitedSeconds, held, untried } = summary;
  const failed = tests.filter(({ verdict }) => verdict === 'fail').length;
  const chips = [...new Set(tests.map(({ chip }) => chip))];
  const waves = countWaves(tests);
  const waitingPercent = seconds === 0 ? 0 : (100 * waitedSeconds) / seconds;
  const rate = Math.round(waves / Math.max(seconds, 0.001));
  return [
    `${decideVerdict(countCosim(summary)).toUpperCase()}  ${tests.length - failed} of ${formatQuantity(tests.length, 'test')} passed, ${failed} failed on ${chips.join(', ')} with the design as ${unit}`,
    `speed  ${formatQuantity(waves, 'wave')} in ${seconds.toFixed(1)} s (${formatNumber(rate)} waves/s); ${formatQuantity(exchanges, 'answer')}, ${waitingPercent.toFixed(0)}% of the time waiting for the design`,
    ...formatUnchecked(tests),
    ...(failed === 0 ? [...(held ? [] : [HOLD_HINT]), ...untried] : []),
  ].join('\n');
}

/** Returns the counts of a co-simulation. */
export function countCosim({ tests, interrupted }: CosimSummary): JudgedCounts {
  const passed = tests.filter(({ verdict }) => verdict === 'pass').length;
  return { passed, failed: tests.length - passed, unjudged: interrupted ? 1 : 0 };
}

/** The hint after a pass, since some bugs only surface when the design's outputs are stalled. */
const HOLD_HINT = 'not tested: stalled outputs, which expose more bugs; also run with --hold 4';

function formatUnchecked(tests: readonly CosimDocument[]): readonly string[] {
  const rules = [...new Set(tests.flatMap(({ leftOut = [] }) => leftOut))].sort();
  if (rules.length === 0) return [];
  return [`not checked: ${rules.join(', ')} (outputs were stalled); also run without --hold`];
}

function countWaves(tests: readonly CosimDocument[]): number {
  return tests.reduce((sum, { waves }) => sum + waves, 0);
}
