import { GENERATIONS, type Gfx } from './chips.js';

/** Place of each generation in time. */
const ORDER = Object.fromEntries(GENERATIONS.map((gfx, i) => [gfx, i])) as Readonly<Record<Gfx, number>>;

/** What generations have, each entry from its generation on until the next one; those before the first have nothing. */
export type ByGeneration<T> = { readonly [gfx in Gfx]?: T };

/** What every generation has, each entry from its generation on until the next one. */
export type SinceGeneration<T> = ByGeneration<T> & { readonly gfx9: T };

/**
 * The entry in force in a generation: its own, or that of the newest one before it; undefined before the first.
 *
 * Example: of `{ gfx10: 'a', gfx11: 'b' }`, GFX10.3 has 'a' and GFX9 nothing.
 */
export function inForce<T>(table: ByGeneration<T>, gfx: Gfx): T | undefined {
  for (let i = ORDER[gfx]; i >= 0; i--) {
    const entry = table[GENERATIONS[i]!];
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** The entry in force in a generation, of a table that begins with the oldest. */
export function sinceGeneration<T>(table: SinceGeneration<T>, gfx: Gfx): T {
  return inForce(table, gfx) as T;
}

/** Whether a generation is `first` or one after it. */
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
export function onEachGeneration<T>(of: (gfx: Gfx) => T): Record<Gfx, T> {
  return Object.fromEntries(GENERATIONS.map((gfx) => [gfx, of(gfx)])) as Record<Gfx, T>;
}

/** The table with each entry changed. */
export function mapGenerations<T, U>(table: SinceGeneration<T>, change: (entry: T) => U): SinceGeneration<U>;
export function mapGenerations<T, U>(table: ByGeneration<T>, change: (entry: T) => U): ByGeneration<U>;
export function mapGenerations<T, U>(table: ByGeneration<T>, change: (entry: T) => U): ByGeneration<U> {
  return Object.fromEntries(Object.entries(table).map(([gfx, entry]) => [gfx, change(entry)]));
}
