import type { TreeItem } from '../../coverage-tree.js';

/** The kind of a bin that counts towards coverage. */
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

/** Returns a bin's statements. The page's data omits them where they equal the previous bin's. */
export function getStatements(item: TreeItem, bin: number): string {
  let statements = statementsByItem.get(item);
  if (statements === undefined) {
    let last = '';
    statements = item.hits.map((_, index) => {
      last = item.statements[index] ?? last;
      return last;
    });
    statementsByItem.set(item, statements);
  }
  return statements[bin] ?? '';
}

export function getBinState(item: TreeItem, bin: number): 'excluded' | 'hole' | 'covered' {
  if (item.kinds[bin] !== COUNT) return 'excluded';
  return (item.hits[bin] ?? 0) < (item.needs[bin] ?? 1) ? 'hole' : 'covered';
}
