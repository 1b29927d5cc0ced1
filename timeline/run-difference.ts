import type { RunStory } from './run-story.js';
import type { MarkKind, WaveLife } from './wave-life.js';

/** An event of a wave that is at different cycles in two runs, or missing in one. */
export interface LifeDifference {
  readonly wave: number;
  readonly kind: MarkKind;
  /** Index among the wave's events of this kind, from 0. */
  readonly nth: number;
  /** Cycle in this run and in the other; absent if missing. */
  readonly own?: number;
  readonly other?: number;
}

/** Indices of the lines missing from the other stream, at any position; for equal lines, the difference in number. */
export function missingLines(other: readonly string[], own: readonly string[]): ReadonlySet<number> {
  const left = new Map<string, number>();
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1);
  const missing = new Set<number>();
  own.forEach((line, index) => {
    const count = left.get(line) ?? 0;
    if (count === 0) missing.add(index);
    else left.set(line, count - 1);
  });
  return missing;
}

/** Wave events at different cycles in two runs, earliest first: the first divergence causes the rest. */
export function lifeDifferences(own: RunStory, other: RunStory): LifeDifference[] {
  const lives = new Map(other.waves.map(({ wave, life }) => [wave, life]));
  const shared = own.waves.flatMap(({ wave, life }) => differencesOf(wave, life, lives.get(wave)));
  const known = new Set(own.waves.map(({ wave }) => wave));
  const more = other.waves.filter(({ wave }) => !known.has(wave));
  const foreign = more.flatMap(({ wave, life }) => differencesOf(wave, undefined, life));
  const timeOf = (each: LifeDifference): number =>
    Math.min(each.own ?? Number.POSITIVE_INFINITY, each.other ?? Number.POSITIVE_INFINITY);
  return [...shared, ...foreign].sort((a, b) => timeOf(a) - timeOf(b));
}

function differencesOf(
  wave: number,
  own: WaveLife | undefined,
  other: WaveLife | undefined,
): LifeDifference[] {
  const [here, there] = [cyclesByKind(own), cyclesByKind(other)];
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((kind) => {
    const [ours, theirs] = [here.get(kind) ?? [], there.get(kind) ?? []];
    const places = Array.from({ length: Math.max(ours.length, theirs.length) }, (_, nth) => nth);
    const nth = places.find((place) => ours[place] !== theirs[place]);
    if (nth === undefined) return [];
    const [mine, yours] = [ours[nth], theirs[nth]];
    return [
      {
        wave,
        kind,
        nth,
        ...(mine === undefined ? {} : { own: mine }),
        ...(yours === undefined ? {} : { other: yours }),
      },
    ];
  });
}

function cyclesByKind(life: WaveLife | undefined): Map<MarkKind, number[]> {
  const cycles = new Map<MarkKind, number[]>();
  for (const { kind, cycle } of life?.marks ?? []) cycles.set(kind, [...(cycles.get(kind) ?? []), cycle]);
  return cycles;
}
