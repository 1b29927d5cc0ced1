import type { CompiledGroup } from './compile-group.js';
import { NOT_SAMPLED } from './definition.js';
import { search, type ValueMap } from './value-map.js';

/** Counts one sample of the value coverpoints and the crosses of a covergroup. */
export type CountSample = () => void;

type Bind = (
  values: Int32Array,
  hits: Uint32Array,
  bins: Int16Array,
  counters: Int32Array,
  pickFar: (point: number, value: number) => number,
) => CountSample;

/**
 * Generates the counting of one covergroup as straight code: no loop over coverpoints, no table of tables. That is
 * four times as fast as walking the definition, and coverage stays on in every run. The text is made of the
 * definition's numbers alone; no name gets into it.
 */
export function generateCounting(
  group: CompiledGroup,
  offset: number,
  values: Int32Array,
  hits: Uint32Array,
): CountSample {
  const bins = new Table();
  const counters = new Table();
  const lines: string[] = [];
  const maps: (ValueMap | undefined)[] = [];
  group.points.forEach((point, i) => {
    maps.push(point.kind === 'values' ? point.map : undefined);
    if (point.kind === 'values') lines.push(pointCode(i, point.map, bins, offset + group.items[i]!.first));
  });
  const names = Object.keys(group.definition.points);
  group.crosses.forEach((cross, i) => {
    const points = group.definition.crosses[i]!.of.map((name) => names.indexOf(name));
    const first = offset + group.items[names.length + i]!.first;
    const table = Array.from(cross.table, (bin) => (bin < 0 ? -1 : first + bin));
    lines.push(crossCode(points, cross.strides, counters.add(table)));
  });
  const pickFar = (point: number, value: number): number =>
    value === NOT_SAMPLED ? -1 : search(maps[point]!, value);
  const body = `return () => {\n${lines.join('\n')}\n};`;
  const bind = new Function('values', 'hits', 'bins', 'counters', 'pickFar', body) as Bind;
  return bind(values, hits, Int16Array.from(bins.cells), Int32Array.from(counters.cells), pickFar);
}

/** Several look-up tables one after another. */
class Table {
  readonly cells: number[] = [];

  /** Appends a table and gives the place of its first cell. */
  add(cells: ArrayLike<number>): number {
    const base = this.cells.length;
    for (let i = 0; i < cells.length; i++) this.cells.push(cells[i]!);
    return base;
  }
}

/** Picks the bin of a coverpoint as `b<i>`, -1 for none, and counts it from counter `first` on. */
function pointCode(i: number, map: ValueMap, bins: Table, first: number): string {
  const base = bins.add(map.direct);
  return [
    `const v${i} = values[${i}];`,
    `const o${i} = (v${i} - (${map.low})) >>> 0;`,
    `const b${i} = o${i} < ${map.direct.length} ? bins[${base} + o${i}] : pickFar(${i}, v${i});`,
    `if (b${i} >= 0) hits[${first} + b${i}]++;`,
  ].join(' ');
}

/** Counts the combination of picked bins, unless one is missing. */
function crossCode(points: readonly number[], strides: readonly number[], base: number): string {
  const anyMissing = points.map((point) => `b${point}`).join(' | ');
  const place = points.map((point, axis) => `b${point} * ${strides[axis]!}`).join(' + ');
  return `if ((${anyMissing}) >= 0) { const c = counters[${base} + ${place}]; if (c >= 0) hits[c]++; }`;
}
