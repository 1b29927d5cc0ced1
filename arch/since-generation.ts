import { GENERATIONS, type Gfx } from './chips.js';

/** Each generation's position in time. */
const ORDER = Object.fromEntries(GENERATIONS.map((gfx, i) => [gfx, i])) as Readonly<Record<Gfx, number>>;

/** Values per generation, each entry valid from its generation until the next; none before the first. */
export type ByGeneration<T> = { readonly [gfx in Gfx]?: T };

/** Values for every generation, each entry valid from its generation until the next. */
export type SinceGeneration<T> = ByGeneration<T> & { readonly gfx9: T };

/**
 * Entry valid in a generation: its own, or the newest one before it; undefined before the first.
 *
 * Example: with `{ gfx10: 'a', gfx11: 'b' }`, GFX10.3 has 'a' and GFX9 nothing.
 */
export function inForce<T>(table: ByGeneration<T>, gfx: Gfx): T | undefined {
  for (let i = ORDER[gfx]; i >= 0; i--) {
    const entry = table[GENERATIONS[i]!];
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Entry valid in a generation, for a table that starts with the oldest. */
export function sinceGeneration<T>(table: SinceGeneration<T>, gfx: Gfx): T {
  return inForce(table, gfx) as T;
}

/** Whether a generation is `first` or later. */
export function isAtLeast(gfx: Gfx, first: Gfx): boolean {
  return ORDER[gfx] >= ORDER[first];
}

/** A generation and all after it, oldest first. */
export function generationsSince(first: Gfx): readonly Gfx[] {
  return GENERATIONS.slice(ORDER[first]);
}

/** The generations before one, oldest first. */
export function generationsBefore(first: Gfx): readonly Gfx[] {
  return GENERATIONS.slice(0, ORDER[first]);
}

/** An entry for each generation. */
export function onEachGeneration<T>(entryOf: (gfx: Gfx) => T): Record<Gfx, T> {
  return Object.fromEntries(GENERATIONS.map((gfx) => [gfx, entryOf(gfx)])) as Record<Gfx, T>;
}

/** The table with each entry changed. */
export function mapGenerations<T, U>(table: SinceGeneration<T>, change: (entry: T) => U): SinceGeneration<U>;
export function mapGenerations<T, U>(table: ByGeneration<T>, change: (entry: T) => U): ByGeneration<U>;
export function mapGenerations<T, U>(table: ByGeneration<T>, change: (entry: T) => U): ByGeneration<U> {
  return Object.fromEntries(Object.entries(table).map(([gfx, entry]) => [gfx, change(entry)]));
}
