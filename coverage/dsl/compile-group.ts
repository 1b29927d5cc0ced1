import { compileCross } from './compile-cross.js';
import { compileValuePoint } from './compile-point.js';
import { compileTransitionPoint } from './compile-transition.js';
import type { BinKind, GroupDefinition } from './definition.js';
import { definitionHash } from './hash.js';
import {
  type BindCounting,
  type CompiledPoint,
  generateCounting,
  type PlacedCross,
} from './sampling-code.js';

/** One counter of a covergroup, with everything a report shows about it. */
export interface CompiledBin {
  readonly name: string;
  readonly kind: BinKind;
  readonly text: string;
  readonly statements: readonly string[];
  /** Number of hits needed to cover it. */
  readonly atLeast: number;
  /** Bins of the crossed coverpoints, for a combination with its own bin; otherwise empty. */
  readonly of: readonly string[];
  /** Present if a waiver ignores the bin (`waiveBins`), and not its definition. */
  readonly isWaived?: true;
}

/** A coverpoint or cross with its range of counters. */
export interface CompiledItem {
  readonly name: string;
  readonly kind: 'point' | 'cross';
  readonly text: string;
  readonly statements: readonly string[];
  readonly weight: number;
  readonly goal: number;
  /** Crossed coverpoints; empty for a coverpoint. */
  readonly of: readonly string[];
  /** First counter within the covergroup, and number of counters. */
  readonly first: number;
  readonly count: number;
}

/** A covergroup ready to be sampled. Counters are numbered item by item: coverpoints, then crosses. */
export interface CompiledGroup<P extends string = string> {
  readonly definition: GroupDefinition<P>;
  readonly hash: string;
  readonly items: readonly CompiledItem[];
  readonly bins: readonly CompiledBin[];
  /** One entry per coverpoint, in definition order. */
  readonly points: readonly CompiledPoint[];
  /** Counts a sample of everything but transitions. */
  readonly bindCounting: BindCounting;
}

/** Text and score weight of a coverpoint or cross. */
interface ScoredItem {
  readonly text: string;
  readonly statements?: readonly string[];
  readonly weight?: number;
  readonly goal?: number;
  readonly atLeast?: number;
  readonly of?: readonly string[];
}

interface NamedBin {
  readonly name: string;
  readonly kind: BinKind;
  readonly text: string;
  readonly statements: readonly string[];
  readonly atLeast?: number;
  readonly of?: readonly string[];
}

/** Compiles a covergroup. Throws on a self-contradictory definition; the message names the place. */
export function compileGroup<P extends string>(definition: GroupDefinition<P>): CompiledGroup<P> {
  const items: CompiledItem[] = [];
  const bins: CompiledBin[] = [];
  const add = (
    name: string,
    kind: CompiledItem['kind'],
    item: ScoredItem,
    itemBins: readonly NamedBin[],
  ): void => {
    const owner = `${kind} '${name}' of covergroup '${definition.name}'`;
    if (items.some((other) => other.name === name)) throw new Error(`There is more than one ${owner}.`);
    rejectEqualNames(itemBins, owner);
    const { text, statements = [], weight = 1, goal = 100, of = [] } = item;
    items.push({
      name,
      kind,
      text,
      statements,
      weight,
      goal,
      of,
      first: bins.length,
      count: itemBins.length,
    });
    for (const bin of itemBins) bins.push(compileBin(bin, item.atLeast ?? 1));
  };

  const names = Object.keys(definition.points) as P[];
  const points = names.map((name): CompiledPoint => {
    const point = definition.points[name];
    const owner = `coverpoint '${name}' of covergroup '${definition.name}'`;
    const first = bins.length;
    add(name, 'point', point, 'bins' in point ? point.bins : point.transitions);
    return 'bins' in point
      ? { kind: 'values', first, map: compileValuePoint(point, owner) }
      : { kind: 'transitions', first, automaton: compileTransitionPoint(point, owner) };
  });
  const crosses = definition.crosses.map((cross): PlacedCross => {
    const compiled = compileCross(definition, cross);
    const first = bins.length;
    add(cross.name, 'cross', cross, compiled.bins);
    return { ...compiled, first, points: cross.of.map((name) => names.indexOf(name)) };
  });
  const bindCounting = generateCounting(points, crosses);
  return { definition, hash: definitionHash(definition), items, bins, points, bindCounting };
}

function compileBin(bin: NamedBin, atLeastOfItem: number): CompiledBin {
  const { name, kind, text, statements, atLeast = atLeastOfItem, of = [] } = bin;
  return { name, kind, text, statements, atLeast, of };
}

function rejectEqualNames(bins: readonly NamedBin[], owner: string): void {
  const seen = new Set<string>();
  for (const bin of bins) {
    if (seen.has(bin.name)) throw new Error(`There are two bins '${bin.name}' in ${owner}.`);
    seen.add(bin.name);
  }
}
