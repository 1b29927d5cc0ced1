import { concernsPath, type Place, ruleText, type Violation } from '../../transactions/index.js';
import type { Colours } from './colours.js';
import { foldedSteps } from './folded-steps.js';

/**
 * Formats a violation for human readers: the rule's id and text, the location, what was allowed and observed, the
 * witness as numbered steps, the repro line, and what to check first.
 */
export function violationText(violation: Violation, repro: string, colour: Colours): string {
  const { rule, severity, cycle, unit, place, allowed, observed, steps, hint } = violation;
  const head = `${rule} ${ruleText(rule) ?? ''}`;
  const paint = severity === 'error' ? colour.red : colour.yellow;
  const when = concernsPath(violation) ? 'on a path of the program' : `at cycle ${cycle}`;
  const lines = [
    colour.bold(paint(head)),
    field('where', `${severity} ${when}, unit ${unit}${placeText(place)}`, colour),
    field('allowed', allowed, colour),
    field('observed', observed, colour),
    ...foldedSteps(steps, (step, number) => `  ${String(number).padStart(8)}. ${step}`),
    field('repro', repro, colour),
    field('hint', hint, colour),
  ];
  return lines.join('\n');
}

function field(name: string, text: string, colour: Colours): string {
  return `  ${colour.dim(name.padStart(8))}  ${text}`;
}

function placeText(place: Place): string {
  const parts: string[] = [];
  const add = (name: string, value: number | undefined): void => {
    if (value !== undefined) parts.push(`${name} ${value}`);
  };
  add('draw', place.draw);
  add('packer', place.packer);
  add('wave', place.wave);
  add('other wave', place.otherWave);
  add('id', place.id);
  add('primitive', place.primitive);
  add('other primitive', place.otherPrimitive);
  if (place.pixel !== undefined) parts.push(`pixel (${place.pixel.join(', ')})`);
  add('sample', place.sample);
  if (place.address !== undefined) parts.push(`address 0x${place.address.toString(16)}`);
  if (place.pc !== undefined) parts.push(`pc 0x${place.pc.toString(16)}`);
  if (place.instruction !== undefined) parts.push(`"${place.instruction}"`);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}
