import { groupBy } from '../../../arch/index.js';
import { QUAD_COLUMNS } from '../../../transactions/index.js';
import { visitExpected } from '../../evidence/facts/expected-shading.js';
import type { DrawCoverage, InvocationVisitor } from '../../evidence/geometry/draw-coverage.js';
import { encodeRate, getRateX, getRateY } from '../../evidence/geometry/fragments.js';
import type { DrawFacts, Finding, Ledgers, WaveRecord } from '../../kit.js';
import { formatCount, formatWave, locateWave, QUAD } from '../../kit.js';
import { visitShading } from './shading-sums.js';

interface ShadedInvocation {
  readonly wave: WaveRecord;
  /** The primitive that the invocation is labelled with. */
  readonly primitive: number;
  readonly x: number;
  readonly y: number;
  readonly mask: number;
  readonly iteration: number;
  /** The shading rate, encoded as in a RATE column. */
  readonly rate: number;
}

/**
 * A mismatch between a primitive's shading and its coverage. `expected` contains the samples that one invocation must
 * shade, or is 0 if no invocation is expected.
 */
type ShadingDifference = Readonly<ReturnType<typeof findDifferences>[number]>;

/** Returns the invocations in all formed waves that `isSelected` accepts. */
function findInvocations(
  { waves }: Ledgers,
  isSelected: (primitive: number, x: number, y: number) => boolean,
): ShadedInvocation[] {
  const selected: ShadedInvocation[] = [];
  for (const wave of waves.formed.kept)
    visitShading(wave, (quad, x, y, mask, iteration, rate) => {
      const primitive = wave.getPrimitive(quad);
      if (isSelected(primitive, x, y)) selected.push({ wave, primitive, x, y, mask, iteration, rate });
    });
  return selected;
}

/**
 * Compares the invocations labelled with one primitive of `draw` against the expected invocations, all of which use
 * shading rate `rate`. Returns every pixel and iteration where they differ.
 */
function findDifferences(
  invocations: readonly ShadedInvocation[],
  draw: number,
  rate: number,
  visitExpected: (visit: InvocationVisitor) => void,
) {
  const getKey = (x: number, y: number, iteration: number) => `${x},${y},${iteration}`;
  const unmatched = groupBy(invocations, ({ x, y, iteration }) => getKey(x, y, iteration));
  const differences: {
    x: number;
    y: number;
    iteration: number;
    expected: number;
    observed: readonly ShadedInvocation[];
  }[] = [];
  visitExpected((x, y, expected, iteration) => {
    const key = getKey(x, y, iteration);
    const observed = unmatched.get(key) ?? [];
    unmatched.delete(key);
    const [first] = observed;
    const matches =
      observed.length === 1 &&
      first.mask === expected &&
      first.rate === rate &&
      first.wave.facts.index === draw;
    if (!matches) differences.push({ x, y, iteration, expected, observed });
  });
  for (const observed of unmatched.values()) {
    const { x, y, iteration } = observed[0];
    differences.push({ x, y, iteration, expected: 0, observed });
  }
  return differences;
}

const HINT =
  'Check the edge rule, sample positions, scissors and sample mask, and how bins, packers and iterations change each quad.';

/** Describes the first shading difference in primitive `index` of a draw that ended in cycle `end`. */
export function describeShading(
  ledgers: Ledgers,
  facts: DrawFacts,
  coverage: DrawCoverage,
  index: number,
  end: number,
): Finding {
  const primitive = facts.firstPrimitive + index;
  if (ledgers.waves.removedCount > 0)
    return describeUntracked(
      end,
      { draw: facts.index, primitive },
      `Each sample that primitive ${primitive} covers is shaded by one invocation, and no other sample is.`,
    );
  const invocations = findInvocations(ledgers, (label) => label === primitive);
  const differences = findDifferences(invocations, facts.index, encodeRate(coverage.rate), (visit) =>
    visitExpected(ledgers, facts.index, coverage, index, visit),
  );
  const [first] = differences;
  const [invocation] = first.observed;
  const location = invocation === undefined ? { draw: facts.index } : locateWave(ledgers, invocation.wave);
  return {
    cycle: invocation?.wave.formedCycle ?? end,
    unit: 'sc',
    place: { ...location, primitive, pixel: [first.x, first.y] },
    allowed: describeExpected(first, primitive, coverage),
    observed: `${describeObserved(first, facts)}. In total, the primitive has ${formatCount(differences.length, 'mismatched invocation', 'mismatched invocations')}.`,
    steps: first.observed.map(formatStep),
    hint: HINT,
  };
}

/** Describes a mismatch in waves that may no longer be tracked: we can't tell which invocation differs. */
function describeUntracked(cycle: number, place: Finding['place'], allowed: string): Finding {
  return {
    cycle,
    unit: 'sc',
    place,
    allowed,
    observed:
      'At least one invocation differs, but waves that ended long ago have been discarded; rerun with a shorter test to find it.',
    steps: [],
    hint: HINT,
  };
}

/** Describes a quad that covers no samples. */
export function describeEmptyQuad(ledgers: Ledgers, wave: WaveRecord, quad: number): Finding {
  const row = quad * QUAD_COLUMNS;
  const [x, y] = [wave.quads[row + QUAD.X], wave.quads[row + QUAD.Y]];
  const primitive = wave.getPrimitive(quad);
  return {
    cycle: wave.formedCycle,
    unit: 'sc',
    place: { ...locateWave(ledgers, wave), primitive, pixel: [x, y] },
    allowed: 'Each quad of a wave covers at least one sample that passed the pre-shader tests.',
    observed: `Quad ${quad} of ${formatWave(wave)} covers no samples.`,
    steps: [],
    hint: HINT,
  };
}

/**
 * Describes invocations labelled with a primitive that does not exist. The scenario has `total` primitives, and
 * its last draw ended in cycle `end`.
 */
export function describeStray(ledgers: Ledgers, total: number, end: number): Finding {
  const strays = findInvocations(ledgers, (primitive) => primitive < 0 || primitive >= total);
  const [first] = strays;
  if (first === undefined) return describeUntracked(end, {}, describeAllowedLabels(total));
  return {
    cycle: first.wave.formedCycle,
    unit: 'sc',
    place: { ...locateWave(ledgers, first.wave), primitive: first.primitive, pixel: [first.x, first.y] },
    allowed: describeAllowedLabels(total),
    observed: `${formatWave(first.wave)} shades ${formatFragment(first.x, first.y, first.rate)} for primitive ${first.primitive}. ${formatCount(strays.length, 'invocation has', 'invocations have')} such a label in total.`,
    steps: [formatStep(first)],
    hint: HINT,
  };
}

function describeAllowedLabels(total: number): string {
  return `Every invocation is labelled with one of the ${formatCount(total, 'primitive', 'primitives')}, counted from 0.`;
}

function describeExpected(
  { x, y, iteration, expected }: ShadingDifference,
  primitive: number,
  { iterations, rate }: DrawCoverage,
): string {
  const iterationPhrase = iterations > 1 ? ` in iteration ${iteration}` : '';
  if (expected === 0)
    return `No wave shades ${formatFragment(x, y, encodeRate(rate))} for primitive ${primitive}${iterationPhrase}, which covers no samples there.`;
  return `A single invocation shades ${formatCovered(x, y, expected, encodeRate(rate))} for primitive ${primitive}${iterationPhrase}.`;
}

function describeObserved({ observed }: ShadingDifference, facts: DrawFacts): string {
  if (observed.length === 0) return 'No wave shades it';
  const descriptions = observed.map(({ wave, x, y, mask, rate }) => {
    const draw =
      wave.facts === facts
        ? ''
        : ` in draw ${wave.facts.index}, while the primitive belongs to draw ${facts.index}`;
    const covered = rate === 0 ? formatSamples(mask) : formatCovered(x, y, mask, rate);
    return `${formatWave(wave)} shades ${covered}${draw}`;
  });
  return descriptions.join(', and ');
}

function formatFragment(x: number, y: number, rate: number): string {
  if (rate === 0) return `pixel (${x}, ${y})`;
  return `the ${1 << getRateX(rate)}x${1 << getRateY(rate)} fragment at pixel (${x}, ${y})`;
}

function formatCovered(x: number, y: number, mask: number, rate: number): string {
  const bits = rate === 0 ? formatSamples(mask) : `mask bits 0x${mask.toString(16)}`;
  return `${bits} of ${formatFragment(x, y, rate)}`;
}

function formatSamples(mask: number): string {
  const samples = Array.from({ length: 16 }, (_, sample) => sample).filter((sample) => (mask >>> sample) & 1);
  return `sample${samples.length === 1 ? '' : 's'} ${samples.join(', ')}`;
}

function formatStep({ wave, primitive, x, y, mask, rate }: ShadedInvocation): string {
  return `cycle ${wave.formedCycle}: ${formatWave(wave)} is formed with ${formatCovered(x, y, mask, rate)}, labelled primitive ${primitive}`;
}
