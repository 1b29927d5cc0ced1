import { quoteShellWord } from '../../base/basics/index.js';
import { formatNumber, formatQuantity, wrapText } from '../../base/text/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import { formatFirstHitCommand } from '../coverage/first-hit.js';
import { describeFeature } from './feature-text.js';
import type { HoleWay } from './hole-ways.js';
import type { StepMovers } from './step-movers.js';

/** A way to hit a hole, formatted for display. */
export interface WayDescription {
  readonly bin: string;
  /** The expected cost. */
  readonly cost: string;
  /** The nearby bins, each with the number of tests that hit it. */
  readonly steps: readonly {
    readonly text: string;
    readonly tests: number;
    readonly line: string | undefined;
  }[];
  /** The rarest step that enough tests hit. Absent if there is none. */
  readonly towards?: string;
  /** Whether the log of a run was available to learn which features bring tests closer. */
  readonly hasLog: boolean;
  /** The features that bring tests closer to the step `towards`, grouped by kind, most informative first. */
  readonly movers: readonly { readonly kind: string; readonly text: string }[];
  /** The command that searches for a test. */
  readonly command: string;
}

/** Shown instead of the movers if only a coverage file was read. */
const NO_LOG = 'not known: a coverage file has no log of its tests; name the run directory';
/** The indentation of text below a label. */
const INDENT = ' '.repeat(11);
/** The shortest search to suggest, in seconds. Between the limits, searches get twice the expected cost (a guess). */
const MIN_SEARCH = 60;
/** The longest search to suggest, in seconds. */
const MAX_SEARCH = 600;

/** Formats ways for display. `paths` are the runs that the ways are derived from. */
export function describeWays(ways: readonly HoleWay[], paths: readonly string[]): WayDescription[] {
  return ways.map(({ bin, steps, movers, cost, hasLog }): WayDescription => {
    const seconds = Math.round(Math.min(MAX_SEARCH, Math.max(MIN_SEARCH, 2 * (cost.seconds ?? MIN_SEARCH))));
    const args = [bin, ...paths].map(quoteShellWord).join(' ');
    return {
      bin,
      cost: formatCost(cost),
      hasLog,
      steps: steps.map(({ step, tests, first }) => ({
        text: `${step}: ${tests === 0 ? 'never hit' : `hit by ${formatQuantity(tests, 'test')}`}`,
        tests,
        line: first === undefined ? undefined : (formatFirstHitCommand(first) ?? first.name),
      })),
      ...(movers === undefined ? {} : { towards: movers.step }),
      movers: movers === undefined ? [] : formatMovers(movers),
      command: formatCommand('coverage aim', args, `--time ${seconds}s`),
    };
  });
}

function formatCost({ tests, seconds }: HoleWay['cost']): string {
  if (tests === undefined) return 'unknown: too few similar bins were hit';
  const testCost = `${formatQuantity(tests, 'more test')} to hit half of the similar holes`;
  if (seconds === undefined) return testCost;
  const time = seconds < 100 ? `${Math.ceil(seconds)} s` : `${formatNumber(Math.ceil(seconds / 60))} min`;
  return `${testCost}, ${time} of worker time`;
}

function formatMovers({ sequences, knobs, scene }: StepMovers): WayDescription['movers'] {
  const kinds = [
    ['sequence', sequences],
    ['knob', knobs],
    ['scene', scene],
  ] as const;
  return kinds.flatMap(([kind, movers]) =>
    movers.map(({ feature, bits, withIt, without }) => ({
      kind,
      text: `${kind} ${kind === 'sequence' ? `${feature} (--test ${feature})` : describeFeature(feature)}: ${formatPercent(withIt)} of tests with it, ${formatPercent(without)} of others (${bits.toFixed(3)} bits)`,
    })),
  );
}

function formatPercent(fraction: number): string {
  return `${(100 * fraction).toFixed(fraction < 0.1 ? 1 : 0)}%`;
}

/**
 * Lists each way with its cost, the nearest bin that was hit, the strongest movers towards it, and the command to try.
 * With `all`, shows all nearby bins and movers. Lines have at most `width` characters, except for commands.
 */
export function formatWays(
  ways: readonly WayDescription[],
  all = false,
  width = Number.POSITIVE_INFINITY,
): string {
  const wrapLabelled = (label: string, text: string): string[] => wrapText(`${label}${text}`, width, INDENT);
  return ways
    .map(({ bin, cost, steps, towards, hasLog, movers, command }) => {
      const shownMovers = all ? movers : movers.filter(({ kind }, i) => kind !== movers[i - 1]?.kind);
      return [
        bin,
        ...wrapLabelled('  cost     ', cost),
        ...(all ? steps : findNearest(steps)).flatMap(({ text, line }) => [
          ...wrapLabelled('  nearest  ', text),
          ...(line === undefined ? [] : [`${INDENT}${line}`]),
        ]),
        ...(hasLog ? [] : wrapLabelled('  movers   ', NO_LOG)),
        ...(hasLog && shownMovers.length === 0 ? wrapLabelled('  movers   ', explainNoMovers(towards)) : []),
        ...(shownMovers.length === 0 ? [] : wrapLabelled('  movers   ', `to ${towards}:`)),
        ...shownMovers.flatMap(({ text }) => wrapLabelled(INDENT, text)),
        `  try      ${command}`,
      ].join('\n');
    })
    .join('\n\n');
}

/** Explains why no movers towards a hole are known. */
function explainNoMovers(towards: string | undefined): string {
  return towards === undefined
    ? 'not known: too few tests reached a step; a longer run would show more'
    : `to ${towards}: none beyond chance`;
}

/** Returns a list with the rarest of the steps that were hit, or an empty list. */
function findNearest(steps: WayDescription['steps']): WayDescription['steps'] {
  return steps
    .filter(({ tests }) => tests > 0)
    .sort((a, b) => a.tests - b.tests)
    .slice(0, 1);
}
