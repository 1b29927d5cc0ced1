import type { InvocationVisitor } from '../../evidence/geometry/draw-coverage.js';
import { DefaultMap, type Ledgers, type WaveRecord } from '../../kit.js';
import { visitShading } from './shading-sums.js';

/** An invocation in a wave. */
export interface ShadedInvocation {
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

/** A mismatch between a primitive's shading and its coverage. */
export interface ShadingDifference {
  readonly x: number;
  readonly y: number;
  readonly iteration: number;
  /** The samples that one invocation must shade, or 0 if no invocation is expected. */
  readonly expected: number;
  readonly observed: readonly ShadedInvocation[];
}

/** Returns the invocations in all formed waves that `isSelected` accepts. */
export function findInvocations(
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
export function findDifferences(
  invocations: readonly ShadedInvocation[],
  draw: number,
  rate: number,
  visitExpected: (visit: InvocationVisitor) => void,
): ShadingDifference[] {
  const differences: ShadingDifference[] = [];
  const unmatched = new DefaultMap<string, ShadedInvocation[]>(() => []);
  for (const invocation of invocations)
    unmatched.getOrCreate(getKey(invocation.x, invocation.y, invocation.iteration)).push(invocation);
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

function getKey(x: number, y: number, iteration: number): string {
  return `${x},${y},${iteration}`;
}
