import { COVERAGE_MODEL, type CoverageModel } from '../../coverage/index.js';
import { UsageError } from '../../transactions/index.js';
import { binIndex } from '../run/tests-of-bin.js';

/** A bin that is searched for, and what says how near a test came; all by place among the bins of all covergroups. */
export interface AimTarget {
  readonly bin: number;
  /** Of a combination the bins that it is made of; none for the bin of a coverpoint. */
  readonly parts: readonly number[];
  /** Combinations that differ in one part, or the bins beside that of a coverpoint. */
  readonly neighbours: readonly number[];
}

/** The target of a bin named `GROUP/ITEM/BIN`. Throws `UsageError` for a name that no bin has, and for a bin that does not count. */
export function aimTarget(name: string, model: CoverageModel = COVERAGE_MODEL): AimTarget {
  const bin = binIndex(name);
  const { compiled, offset } = model.groups.findLast((group) => group.offset <= bin)!;
  const item = compiled.items.findLast(({ first }) => offset + first <= bin)!;
  const { kind, text, of } = compiled.bins[bin - offset]!;
  if (kind !== 'count') throw new UsageError(`Cannot aim at "${name}": the bin is ${kind} (${text})`);
  const places = Array.from({ length: item.count }, (_, at) => item.first + at);
  const counting = places.filter((at) => compiled.bins[at]!.kind === 'count' && offset + at !== bin);
  if (of.length === 0) {
    const beside = counting.filter((at) => Math.abs(offset + at - bin) === 1);
    return { bin, parts: [], neighbours: beside.map((at) => offset + at) };
  }
  const parts = of.map((part, at) => {
    const point = compiled.items.find(({ name: own }) => own === item.of[at])!;
    const names = compiled.bins.slice(point.first, point.first + point.count);
    return offset + point.first + names.findIndex((own) => own.name === part);
  });
  const differing = counting.filter(
    (at) => compiled.bins[at]!.of.filter((part, axis) => part !== of[axis]).length === 1,
  );
  return { bin, parts, neighbours: differing.map((at) => offset + at) };
}

/**
 * How near a test came, from 0 to 1, by its hits: 1 where it hit the bin; else half by the parts that it hit, and a quarter for any
 * neighbour.
 */
export function nearness({ bin, parts, neighbours }: AimTarget, hits: ArrayLike<number>): number {
  if (hits[bin]! > 0) return 1;
  const hit = parts.filter((part) => hits[part]! > 0).length;
  const byParts = parts.length === 0 ? 0 : hit / (2 * parts.length);
  return byParts + (neighbours.some((place) => hits[place]! > 0) ? 0.25 : 0);
}
