import type { RunTimeline } from './run-timeline.js';
import type { MarkKind, WaveLifetime } from './wave-life.js';

/** A wave event that occurs in different cycles in two runs, or in only one of them. */
export interface LifetimeDifference {
  readonly wave: number;
  readonly kind: MarkKind;
  /** Index of the event among the wave's events of that kind, counted from 0. */
  readonly occurrence: number;
  /** Cycle of the event in this run; absent if the event is missing here. */
  readonly own?: number;
  /** Cycle of the event in the other run; absent if the event is missing there. */
  readonly other?: number;
}

/**
 * Returns the indices of the lines in `own` that are missing from `other`, regardless of order. If a line is repeated,
 * only the occurrences beyond those in `other` count as missing.
 */
export function findMissingLines(other: readonly string[], own: readonly string[]): ReadonlySet<number> {
  const unmatched = new Map<string, number>();
  for (const line of other) unmatched.set(line, (unmatched.get(line) ?? 0) + 1);
  const missing = new Set<number>();
  own.forEach((line, index) => {
    const count = unmatched.get(line) ?? 0;
    if (count === 0) missing.add(index);
    else unmatched.set(line, count - 1);
  });
  return missing;
}

/**
 * Returns, for each wave and event kind, the first event that differs between two runs. The earliest difference comes
 * first, because it is the most likely cause of the others.
 */
export function findLifetimeDifferences(own: RunTimeline, other: RunTimeline): LifetimeDifference[] {
  const otherLifetimes = new Map(other.waves.map(({ wave, life }) => [wave, life]));
  const ownDifferences = own.waves.flatMap(({ wave, life }) =>
    findDifferences(wave, life, otherLifetimes.get(wave)),
  );
  const ownWaves = new Set(own.waves.map(({ wave }) => wave));
  const onlyInOther = other.waves.filter(({ wave }) => !ownWaves.has(wave));
  const otherDifferences = onlyInOther.flatMap(({ wave, life }) => findDifferences(wave, undefined, life));
  const getFirstCycle = (difference: LifetimeDifference): number =>
    Math.min(difference.own ?? Number.POSITIVE_INFINITY, difference.other ?? Number.POSITIVE_INFINITY);
  return [...ownDifferences, ...otherDifferences].sort((a, b) => getFirstCycle(a) - getFirstCycle(b));
}

function findDifferences(
  wave: number,
  own: WaveLifetime | undefined,
  other: WaveLifetime | undefined,
): LifetimeDifference[] {
  const [ownCycles, otherCycles] = [groupCyclesByKind(own), groupCyclesByKind(other)];
  return [...new Set([...ownCycles.keys(), ...otherCycles.keys()])].flatMap((kind) => {
    const [ownTimes, otherTimes] = [ownCycles.get(kind) ?? [], otherCycles.get(kind) ?? []];
    const indices = Array.from({ length: Math.max(ownTimes.length, otherTimes.length) }, (_, index) => index);
    const occurrence = indices.find((index) => ownTimes[index] !== otherTimes[index]);
    if (occurrence === undefined) return [];
    const [ownCycle, otherCycle] = [ownTimes[occurrence], otherTimes[occurrence]];
    return [
      {
        wave,
        kind,
        occurrence,
        ...(ownCycle === undefined ? {} : { own: ownCycle }),
        ...(otherCycle === undefined ? {} : { other: otherCycle }),
      },
    ];
  });
}

function groupCyclesByKind(life: WaveLifetime | undefined): Map<MarkKind, number[]> {
  const cycles = new Map<MarkKind, number[]>();
  for (const { kind, cycle } of life?.marks ?? []) cycles.set(kind, [...(cycles.get(kind) ?? []), cycle]);
  return cycles;
}
