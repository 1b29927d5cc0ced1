import type { BinKind, BinText, Cross, CrossBin, GroupDefinition, ValueBin } from './definition.js';

interface CompiledCrossBin extends BinText {
  /** The names of the combined bins, one per coverpoint. Empty for a selection. */
  readonly of: readonly string[];
}

/** A cross, compiled to a lookup table that maps combinations of coverpoint bins to cross bins. */
export interface CompiledCross {
  readonly bins: readonly CompiledCrossBin[];
  /** Bin index of each combination, or -1 if it has none. The index into the table is the sum of bin index * stride. */
  readonly table: Int32Array;
  readonly strides: readonly number[];
}

/** Maximum number of combinations per cross. */
const MAX_COMBINATIONS = 1 << 20;

/** Precedence of overlapping selections, highest first. */
const PRECEDENCE: readonly BinKind[] = ['illegal', 'ignore', 'count'];

/**
 * Compiles a cross. Ignored and illegal coverpoint bins are not combined. Throws for unknown names, for transition
 * coverpoints, and for a selection that matches none of the remaining combinations. Skips empty selections, such as
 * those for a property that no generation has.
 */
export function compileCross(group: GroupDefinition, cross: Cross): CompiledCross {
  const owner = `cross '${cross.name}' of covergroup '${group.name}'`;
  const axes = cross.of.map((name) => getPointBins(group, name, owner));
  const nonEmptyBins = (cross.bins ?? []).filter(({ where }) =>
    Object.values(where).every((names) => names?.length !== 0),
  );
  const selections = PRECEDENCE.flatMap((kind) => nonEmptyBins.filter((bin) => bin.kind === kind));
  for (const selection of selections) checkSelection(selection, cross, axes, owner);
  const combinationCount = axes.reduce((product, axis) => product * axis.length, 1);
  if (combinationCount > MAX_COMBINATIONS)
    throw new Error(`The ${owner} has ${combinationCount} combinations; the limit is ${MAX_COMBINATIONS}.`);
  const strides = axes.map((_, i) => axes.slice(i + 1).reduce((product, axis) => product * axis.length, 1));

  const bins: CompiledCrossBin[] = selections.map(({ where: _, ...bin }) => ({ ...bin, of: [] }));
  const usedSelections = new Set<number>();
  const table = new Int32Array(combinationCount).fill(-1);
  for (let index = 0; index < combinationCount; index++) {
    const tuple = axes.map((axis, i) => axis[Math.floor(index / strides[i]!) % axis.length]!);
    if (tuple.some((bin) => bin.kind !== 'count')) continue;
    const selectionIndex = selections.findIndex((selection) => matchesSelection(selection, cross, tuple));
    if (selectionIndex >= 0) {
      usedSelections.add(selectionIndex);
      table[index] = selectionIndex;
    } else if (cross.automatic ?? true) {
      const names = tuple.map((bin) => bin.name);
      table[index] =
        bins.push({ name: names.join(' x '), kind: 'count', text: '', statements: [], of: names }) - 1;
    }
  }
  const unusedBin = selections.find((_, i) => !usedSelections.has(i));
  if (unusedBin) throw new Error(`Bin '${unusedBin.name}' of ${owner} matches no remaining combination.`);
  return { bins, table, strides };
}

function getPointBins(group: GroupDefinition, name: string, owner: string): readonly ValueBin[] {
  const point = Object.hasOwn(group.points, name) ? group.points[name] : undefined;
  if (!point) throw new Error(`The ${owner} names an unknown coverpoint '${name}'.`);
  if (!('bins' in point)) throw new Error(`The ${owner} names '${name}', whose bins are transitions.`);
  return point.bins;
}

function checkSelection(
  selection: CrossBin,
  cross: Cross,
  axes: readonly (readonly ValueBin[])[],
  owner: string,
): void {
  for (const [point, names] of Object.entries(selection.where)) {
    const axis = axes[cross.of.indexOf(point)];
    if (!axis) throw new Error(`Bin '${selection.name}' of ${owner} names '${point}', which is not crossed.`);
    const unknown = names?.find((name) => !axis.some((bin) => bin.name === name));
    if (unknown !== undefined) {
      throw new Error(`Bin '${selection.name}' of ${owner} names an unknown bin '${unknown}' of '${point}'.`);
    }
  }
}

function matchesSelection(selection: CrossBin, cross: Cross, tuple: readonly ValueBin[]): boolean {
  return cross.of.every((point, i) => selection.where[point]?.includes(tuple[i]!.name) ?? true);
}
