import {
  type BinRow,
  type CoverageData,
  type CoverageModel,
  cheapestHoles,
  coverageSummary,
  holes,
} from '../../coverage/index.js';

/** Returns the names of the holes, cheapest first. Holes of unknown likelihood come last. */
export function holesInOrder(data: CoverageData, model: CoverageModel): string[] {
  const cheapest = cheapestHoles(data, coverageSummary(data, model).tests.passed, model);
  return [...new Set([...cheapest.map(({ row }) => formatName(row)), ...holes(data, model).map(formatName)])];
}

function formatName({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}
