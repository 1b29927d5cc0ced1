import { GENERATIONS, type Gfx } from './chips.js';

/** The chronological position of each generation. */
const ORDER = Object.fromEntries(GENERATIONS.map((gfx, i) => [gfx, i])) as Readonly<Record<Gfx, number>>;

/**
 * Values per generation. Each entry is valid from its generation until the next entry; there is no value before the
 * first.
 */
export type ByGeneration<T> = { readonly [gfx in Gfx]?: T };

/** Values for every generation. Each entry is valid from its generation until the next entry. */
export type SinceGeneration<T> = ByGeneration<T> & { readonly gfx9: T };

/**
 * Returns the entry in effect in a generation: its own, or the newest one before it. Undefined before the first entry.
 *
 * Example: `{ gfx10: 'a', gfx11: 'b' }` gives 'a' for GFX10.3 and undefined for GFX9.
 */
export function findGenerationEntry<T>(table: ByGeneration<T>, gfx: Gfx): T | undefined {
  for (let i = ORDER[gfx]; i >= 0; i--) {
    const entry = table[GENERATIONS[i]!];
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Returns the entry in effect in a generation, for a table that starts with the oldest generation. */
export function getGenerationEntry<T>(table: SinceGeneration<T>, gfx: Gfx): T {
  return findGenerationEntry(table, gfx) as T;
}

/** Returns whether a generation is `first` or later. */
export function isAtLeast(gfx: Gfx, first: Gfx): boolean {
  return ORDER[gfx] >= ORDER[first];
}

/** Returns a generation and all later ones, oldest first. */
export function generationsSince(first: Gfx): readonly Gfx[] {
  return GENERATIONS.slice(ORDER[first]);
}

/** Returns the generations before the given one, oldest first. */
export function generationsBefore(end: Gfx): readonly Gfx[] {
  return GENERATIONS.slice(0, ORDER[end]);
}

/** Returns a record with an entry for each generation. */
export function buildPerGeneration<T>(makeEntry: (gfx: Gfx) => T): Record<Gfx, T> {
  return Object.fromEntries(GENERATIONS.map((gfx) => [gfx, makeEntry(gfx)])) as Record<Gfx, T>;
}

/** Applies `change` to each entry of a table. */
export function mapGenerations<T, U>(table: SinceGeneration<T>, change: (entry: T) => U): SinceGeneration<U>;
export function mapGenerations<T, U>(table: ByGeneration<T>, change: (entry: T) => U): ByGeneration<U>;
export function mapGenerations<T, U>(table: ByGeneration<T>, change: (entry: T) => U): ByGeneration<U> {
  return Object.fromEntries(Object.entries(table).map(([gfx, entry]) => [gfx, change(entry)]));
}
