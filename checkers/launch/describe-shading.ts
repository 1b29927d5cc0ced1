import type { Finding } from '../findings/judge.js';
import { counted, waveName, wavePlace } from '../findings/wording.js';
import type { DrawFacts } from '../ledger/draws.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { DrawCoverage } from '../reference/draw-coverage.js';
import type { Shading, ShadingDifference } from './shading-difference.js';
import { differencesOf, shadingsOf } from './shading-difference.js';

const HINT =
  'Look at the edge rule and the sample positions, at scissors and sample mask, and at what bins, packers and iterations make of each quad.';

/** Words for primitive number `index` of a draw, which is not shaded as it has to be: its first difference. */
export function describeShading(
  ledgers: Ledgers,
  facts: DrawFacts,
  coverage: DrawCoverage,
  index: number,
): Finding {
  const primitive = facts.firstPrimitive + index;
  const shadings = shadingsOf(ledgers, (label) => label === primitive);
  const differences = differencesOf(shadings, facts.index, (visit) => coverage.visit(index, visit));
  const [first] = differences;
  const [shading] = first.observed;
  const where = shading === undefined ? { draw: facts.index } : wavePlace(ledgers, shading.wave);
  return {
    cycle: shading?.wave.formedCycle ?? 0,
    unit: 'sc',
    place: { ...where, primitive, pixel: [first.x, first.y] },
    allowed: allowedText(first, primitive, coverage),
    observed: `${observedText(first, facts)}${ownerText(ledgers, facts, coverage, first)}. Of the primitive, ${counted(differences.length, 'invocation differs', 'invocations differ')} in all.`,
    steps: first.observed.map(stepOf),
    hint: HINT,
  };
}

/** Words for invocations whose label is none of the scenario's `total` primitives. */
export function describeStray(ledgers: Ledgers, total: number): Finding {
  const strays = shadingsOf(ledgers, (primitive) => primitive < 0 || primitive >= total);
  const [first] = strays;
  return {
    cycle: first.wave.formedCycle,
    unit: 'sc',
    place: { ...wavePlace(ledgers, first.wave), primitive: first.primitive, pixel: [first.x, first.y] },
    allowed: `Every invocation is labelled with one of the ${counted(total, 'primitive', 'primitives')}, counted from 0.`,
    observed: `${waveName(first.wave)} shades pixel (${first.x}, ${first.y}) for primitive ${first.primitive}. ${counted(strays.length, 'invocation has', 'invocations have')} such a label in all.`,
    steps: [stepOf(first)],
    hint: HINT,
  };
}

function allowedText(
  { x, y, iteration, expected }: ShadingDifference,
  primitive: number,
  { iterations }: DrawCoverage,
): string {
  const part = iterations > 1 ? ` in iteration ${iteration}` : '';
  if (expected === 0)
    return `No wave shades pixel (${x}, ${y}) for primitive ${primitive}${part}, which has no sample there.`;
  return `One invocation shades ${samplesText(expected)} of pixel (${x}, ${y}) for primitive ${primitive}${part}.`;
}

function observedText({ observed }: ShadingDifference, facts: DrawFacts): string {
  if (observed.length === 0) return 'No wave shades it';
  const parts = observed.map(({ wave, mask }) => {
    const draw =
      wave.facts === facts
        ? ''
        : ` in draw ${wave.facts.index}, while the primitive is of draw ${facts.index}`;
    return `${waveName(wave)} shades ${samplesText(mask)}${draw}`;
  });
  return parts.join(', and ');
}

/** Names the primitive that a superfluous invocation has been taken from, where one lacks just that. */
function ownerText(
  ledgers: Ledgers,
  { draw, firstPrimitive }: DrawFacts,
  coverage: DrawCoverage,
  { x, y, iteration, expected, observed }: ShadingDifference,
): string {
  if (expected !== 0 && observed.length < 2) return '';
  const atPixel = shadingsOf(ledgers, (_, otherX, otherY) => otherX === x && otherY === y);
  const shaded = new Set(atPixel.filter((one) => one.iteration === iteration).map((one) => one.primitive));
  const masks = new Set(observed.map(({ mask }) => mask));
  for (let index = 0; index < draw.vertices.length / 6; index++) {
    if (shaded.has(firstPrimitive + index) || !masks.has(coverage.maskAt(index, x, y, iteration))) continue;
    return `; primitive ${firstPrimitive + index} covers just that and is not shaded there`;
  }
  return '';
}

function samplesText(mask: number): string {
  const samples = Array.from({ length: 16 }, (_, sample) => sample).filter((sample) => (mask >>> sample) & 1);
  return `sample${samples.length === 1 ? '' : 's'} ${samples.join(', ')}`;
}

function stepOf({ wave, primitive, x, y, mask }: Shading): string {
  return `cycle ${wave.formedCycle}: ${waveName(wave)} is formed with ${samplesText(mask)} of pixel (${x}, ${y}), labelled primitive ${primitive}`;
}
