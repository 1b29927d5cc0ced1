import { getRuleText, isStaticFinding, type Place, type Violation } from '../../transactions/index.js';
import type { Colours } from './colours.js';

/**
 * Maximum number of consecutive similar steps to show in full. Only the first and last steps of a longer series are
 * shown.
 */
const MAX_SIMILAR_STEPS = 8;
const LEADING_STEPS = 4;
const TRAILING_STEPS = 2;

/**
 * Formats a witness as numbered lines. In a long series of steps that differ only in numbers, the middle is replaced by
 * a line such as `… 46 more like this`.
 *
 * @param formatStep formats a step, given its number, counted from 1
 */
function foldSteps(
  steps: readonly string[],
  formatStep: (step: string, number: number) => string,
): readonly string[] {
  const lines: string[] = [];
  for (let start = 0, end = 0; start < steps.length; start = end) {
    while (end < steps.length && maskNumbers(steps[end]!) === maskNumbers(steps[start]!)) end++;
    const hiddenCount = end - start > MAX_SIMILAR_STEPS ? end - start - LEADING_STEPS - TRAILING_STEPS : 0;
    for (let index = start; index < end; index++)
      if (hiddenCount === 0 || index < start + LEADING_STEPS || index >= end - TRAILING_STEPS)
        lines.push(formatStep(steps[index]!, index + 1));
      else if (index === start + LEADING_STEPS) lines.push(`           … ${hiddenCount} more like this`);
  }
  return lines;
}

function maskNumbers(step: string): string {
  return step.replace(/\b(?:0x[0-9a-f]+|\d+)\b/g, '#');
}

/**
 * Formats a violation for human readers: the rule's id and text, the location, what was allowed and observed, the
 * witness as numbered steps, the repro line, and what to check first.
 */
export function formatViolation(violation: Violation, repro: string, colour: Colours): string {
  const { rule, severity, cycle, unit, place, allowed, observed, steps, hint } = violation;
  const heading = `${rule} ${getRuleText(rule) ?? ''}`;
  const paint = severity === 'error' ? colour.red : colour.yellow;
  const context = isStaticFinding(violation) ? 'on a program path' : `at cycle ${cycle}`;
  const lines = [
    colour.bold(paint(heading)),
    formatField('where', `${severity} ${context}, unit ${unit}${formatPlace(place)}`, colour),
    formatField('allowed', allowed, colour),
    formatField('observed', observed, colour),
    ...foldSteps(steps, (step, number) => `  ${String(number).padStart(8)}. ${step}`),
    formatField('repro', repro, colour),
    formatField('hint', hint, colour),
  ];
  return lines.join('\n');
}

/**
 * Formats a violation in a few lines: the rule's id and text, the place in the program, what was observed, what to
 * check first, and the rules whose violations follow from this one.
 */
export function formatBriefViolation(
  { rule, severity, place, observed, hint }: Violation,
  line: number | undefined,
  consequences: readonly string[],
  colour: Colours,
): string {
  const paint = severity === 'error' ? colour.red : colour.yellow;
  const { instruction, pc, ...others } = place;
  const atPc = pc === undefined ? formatPlace(others).slice(2) : `pc 0x${pc.toString(16)}`;
  const position = line === undefined ? atPc : `line ${line}`;
  const where = [severity, position, instruction].filter((text) => text !== undefined && text !== '');
  return [
    colour.bold(paint(`${rule} ${getRuleText(rule) ?? ''}`)),
    formatField('where', where.join(', '), colour),
    formatField('observed', observed, colour),
    formatField('hint', hint, colour),
    ...(consequences.length === 0
      ? []
      : [formatField('also', `${consequences.join(', ')}, which may follow from it`, colour)]),
  ].join('\n');
}

function formatField(name: string, text: string, colour: Colours): string {
  return `  ${colour.dim(name.padStart(8))}  ${text}`;
}

function formatPlace(place: Place): string {
  const fields: string[] = [];
  const add = (name: string, value: number | undefined): void => {
    if (value !== undefined) fields.push(`${name} ${value}`);
  };
  add('draw', place.draw);
  add('packer', place.packer);
  add('wave', place.wave);
  add('other wave', place.otherWave);
  add('id', place.id);
  add('primitive', place.primitive);
  add('other primitive', place.otherPrimitive);
  if (place.pixel !== undefined) fields.push(`pixel (${place.pixel.join(', ')})`);
  add('sample', place.sample);
  if (place.address !== undefined) fields.push(`address 0x${place.address.toString(16)}`);
  if (place.pc !== undefined) fields.push(`pc 0x${place.pc.toString(16)}`);
  if (place.instruction !== undefined) fields.push(`"${place.instruction}"`);
  return fields.length === 0 ? '' : `: ${fields.join(', ')}`;
}
