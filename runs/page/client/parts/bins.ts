import type { TreeItem } from '../../coverage-tree.js';

/** The kind of bins that count towards coverage. */
export const COUNT = 0;

/** Returns the name of a bin. A cross's bins are named after its coverpoints' bins. */
export function getBinName(item: TreeItem, bin: number): string {
  const name = item.names[bin];
  if (name !== null && name !== undefined) return name;
  let rest = item.cells[bin] ?? 0;
  const names = [...item.axes].reverse().map(({ bins }) => {
    const axisBin = bins[rest % bins.length] ?? '';
    rest = Math.floor(rest / bins.length);
    return axisBin;
  });
  return names.reverse().join(' x ');
}

const statementsByItem = new WeakMap<TreeItem, readonly string[]>();

/** Returns a bin's statements. The page's data only lists them where they change from one bin to the next. */
export function getStatements(item: TreeItem, bin: number): string {
  let all = statementsByItem.get(item);
  if (all === undefined) {
    let last = '';
    all = item.hits.map((_, index) => {
      last = item.statements[index] ?? last;
      return last;
    });
    statementsByItem.set(item, all);
  }
  return all[bin] ?? '';
}

export function getBinState(item: TreeItem, bin: number): 'excluded' | 'hole' | 'covered' {
  if (item.kinds[bin] !== COUNT) return 'excluded';
  return (item.hits[bin] ?? 0) < (item.needs[bin] ?? 1) ? 'hole' : 'covered';
}
