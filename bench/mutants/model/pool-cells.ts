import { cellName, matrixTest, matrixTests } from '../../../stimulus/index.js';

/**
 * Names of tests of the scenario matrix: each cell that expects no rule once, in its first size, on the generations in
 * turn. They hold the states that smoke meets seldom: rates, sample counts, late tests, positions, placements.
 */
export function poolCells(): readonly string[] {
  const cells = new Map<string, string[]>();
  for (const { sequence, sampled, onlyForChip } of matrixTests()) {
    const { cell, size } = matrixTest(sequence)!;
    if (sampled || onlyForChip !== undefined || cell.expects !== undefined) continue;
    if (cell.sizes !== undefined && size !== cell.sizes[0]) continue;
    const name = cellName(cell);
    const onChips = cells.get(name);
    if (onChips === undefined) cells.set(name, [sequence]);
    else if (sizeOf(onChips[0]!) === size) onChips.push(sequence);
  }
  return [...cells.values()].map((onChips, at) => onChips[at % onChips.length]!);
}

function sizeOf(name: string): number {
  return matrixTest(name)!.size;
}
