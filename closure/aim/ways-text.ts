import { CHIP_NAMES, chipOf, lookup } from '../../arch/index.js';
import { formatKnobSettings, quoteShellWord } from '../../harness/basics/index.js';
import { formatCommand } from '../../harness/selection/index.js';
import { parseKnobClass } from '../../harness/steering/index.js';
import { formatNumber, formatQuantity, wrapText } from '../../harness/text/index.js';
import { isKnobName, KNOBS } from '../../transactions/index.js';
import { formatFirstHitCommand } from '../coverage/coverage-options.js';
import type { HoleSuggestion } from './hole-ways.js';

/** Maps features to the `within` fields that request them in a suite file. */
const FIELDS: Readonly<Record<string, string>> = lookup({
  scene: 'scenes',
  samples: 'samples',
  wave: 'wave',
});

/**
 * Describes a test feature and how to request it: `--set exportBuses=8`, `idWindow 32 to 63 (--set idWindow=32)`,
 * `scene=fan (within.scenes in a suite file)`. Returns just the feature if it can only be requested by a function in a
 * suite file.
 */
export function describeFeature(feature: string): string {
  const separator = feature.indexOf('=');
  const [name, value] = [feature.slice(0, separator), feature.slice(separator + 1)];
  if (isKnobName(name)) return formatKnob(name, value);
  if (name === 'chip') return `${feature} (--chip ${value})`;
  if (name === 'generation') return `${feature} (--chip ${findChips(value).join(',')})`;
  if (name === 'sequence') return `${feature} (--test ${value})`;
  return Object.hasOwn(FIELDS, name) ? `${feature} (within.${FIELDS[name]} in a suite file)` : feature;
}

function findChips(generation: string): readonly string[] {
  return CHIP_NAMES.filter((name) => chipOf(name).gfx === generation);
}

function formatKnob(name: keyof typeof KNOBS, value: string): string {
  const knob = KNOBS[name];
  const { min, max, example } = parseKnobClass(knob, value);
  const [setting] = formatKnobSettings({ [name]: example });
  if (min === max && knob.kind === 'value') return `--set ${setting}`;
  const values = min === max ? `${min}` : `${min} to ${max}`;
  return `${name} ${knob.kind === 'range' ? 'up to ' : ''}${values} (--set ${setting})`;
}

/** A suggestion for hitting a hole, formatted for display. */
interface FormattedSuggestion {
  readonly bin: string;
  /** The expected cost. */
  readonly cost: string;
  /** The nearby bins, each with the number of tests that hit it. */
  readonly steps: readonly {
    readonly text: string;
    readonly tests: number;
    readonly line: string | undefined;
  }[];
  /** The command that searches for a test. */
  readonly command: string;
}

/** The indentation of text below a label. */
const INDENT = ' '.repeat(11);
/**
 * The shortest search to suggest, in seconds. Within these limits, a search is given twice its expected cost (a guess).
 */
const MIN_SEARCH = 60;
/** The longest search to suggest, in seconds. */
const MAX_SEARCH = 600;

/** Formats suggestions for display. `paths` are the runs that they are derived from. */
export function describeSuggestions(
  suggestions: readonly HoleSuggestion[],
  paths: readonly string[],
): FormattedSuggestion[] {
  return suggestions.map(({ bin, steps, cost }): FormattedSuggestion => {
    const seconds = Math.round(Math.min(MAX_SEARCH, Math.max(MIN_SEARCH, 2 * (cost.seconds ?? MIN_SEARCH))));
    const args = [bin, ...paths].map(quoteShellWord).join(' ');
    return {
      bin,
      cost: formatCost(cost),
      steps: steps.map(({ step, tests, first }) => ({
        text: `${step}: ${tests === 0 ? 'never hit' : `hit by ${formatQuantity(tests, 'test')}`}`,
        tests,
        line: first === undefined ? undefined : (formatFirstHitCommand(first) ?? first.name),
      })),
      command: formatCommand('coverage aim', args, `--time ${seconds}s`),
    };
  });
}

function formatCost({ tests, seconds }: HoleSuggestion['cost']): string {
  if (tests === undefined) return 'unknown: too few similar bins were hit';
  const testCost = `about ${formatQuantity(tests, 'more test')} to hit half of the similar holes`;
  if (seconds === undefined) return testCost;
  const time = seconds < 100 ? `${Math.ceil(seconds)} s` : `${formatNumber(Math.ceil(seconds / 60))} min`;
  return `${testCost}, ${time} of worker time`;
}

/**
 * Lists each suggestion with its cost, the nearest bin that was hit or, with `all`, all nearby bins, and the command to
 * try. Lines have at most `width` characters, except for commands.
 */
export function formatSuggestions(
  suggestions: readonly FormattedSuggestion[],
  all = false,
  width = Number.POSITIVE_INFINITY,
): string {
  const wrapLabelled = (label: string, text: string): string[] => wrapText(`${label}${text}`, width, INDENT);
  return suggestions
    .map(({ bin, cost, steps, command }) =>
      [
        bin,
        ...wrapLabelled('  cost     ', cost),
        ...(all ? steps : findNearest(steps)).flatMap(({ text, line }) => [
          ...wrapLabelled('  nearest  ', text),
          ...(line === undefined ? [] : [`${INDENT}${line}`]),
        ]),
        `  try      ${command}`,
      ].join('\n'),
    )
    .join('\n\n');
}

/** Returns a list with the rarest of the steps that were hit, or an empty list. */
function findNearest(steps: FormattedSuggestion['steps']): FormattedSuggestion['steps'] {
  return steps
    .filter(({ tests }) => tests > 0)
    .sort((a, b) => a.tests - b.tests)
    .slice(0, 1);
}
