import type { TreeItem } from '../../coverage-tree.js';
import { getBinName, getBinState } from './bins.js';
import { make, makeScrollable } from './dom.js';

const MAX_HEAT_CELLS = 4000;
const HEAT_COLUMNS = 12;

/** Returns how many leading coverpoints to use as rows so that the columns fit. */
function countRowAxes({ axes }: TreeItem): number {
  for (let rows = 1; rows < axes.length - 1; rows++) {
    if (countCells(axes.slice(rows)) <= HEAT_COLUMNS) return rows;
  }
  return axes.length - 1;
}

function countCells(axes: TreeItem['axes']): number {
  return axes.reduce((product, { bins }) => product * bins.length, 1);
}

/** Returns the name of a row or column, made up of its coverpoints' bins. */
function getCellName(item: TreeItem, axes: TreeItem['axes'], cell: number): string {
  return getBinName({ ...item, axes, names: [null], cells: [cell] }, 0);
}

function getAxesName(axes: TreeItem['axes']): string {
  return axes.map(({ name }) => name).join(' x ');
}

/**
 * Renders a cross as a table whose cells are darker the more hits they have. Rows and columns without bins are omitted.
 * Returns nothing for a coverpoint or for a cross with too many cells.
 */
export function renderHeatMap(item: TreeItem): Node[] {
  if (item.axes.length < 2 || countCells(item.axes) > MAX_HEAT_CELLS) return [];
  const rowAxisCount = countRowAxes(item);
  const [rowAxes, columnAxes] = [item.axes.slice(0, rowAxisCount), item.axes.slice(rowAxisCount)];
  const width = countCells(columnAxes);
  const binByCell = new Map(item.cells.map((cell, bin) => [cell, bin]));
  const usedCells = [...binByCell.keys()].filter((cell) => cell >= 0);
  const ascending = (cells: Iterable<number>): number[] => [...new Set(cells)].sort((a, b) => a - b);
  const rows = ascending(usedCells.map((cell) => Math.floor(cell / width)));
  const columns = ascending(usedCells.map((cell) => cell % width));
  const maxHits = Math.max(1, ...item.hits);
  const body = rows.map((row) =>
    make(
      'tr',
      '',
      make('th', '', getCellName(item, rowAxes, row)),
      ...columns.map((column) => makeHeatCell(item, binByCell.get(row * width + column), maxHits)),
    ),
  );
  const corner = make('th', '', `${getAxesName(rowAxes)} \\ ${getAxesName(columnAxes)}`);
  const titles = columns.map((column) => make('th', '', getCellName(item, columnAxes, column)));
  return [
    makeScrollable(
      `Hits for ${item.name}`,
      make('table', 'heat', make('thead', '', make('tr', '', corner, ...titles)), make('tbody', '', ...body)),
    ),
  ];
}

function makeHeatCell(item: TreeItem, bin: number | undefined, maxHits: number): HTMLElement {
  if (bin === undefined) {
    const cell = make('td', 'empty');
    cell.title = 'excluded';
    return cell;
  }
  const hits = item.hits[bin] ?? 0;
  const cell = make('td', getBinState(item, bin), hits.toLocaleString('en-US'));
  const heat = hits === 0 ? 0 : 0.1 + (0.5 * Math.log1p(hits)) / Math.log1p(maxHits);
  cell.style.background = `rgba(var(--heat),${heat.toFixed(2)})`;
  cell.title = getBinName(item, bin);
  return cell;
}
