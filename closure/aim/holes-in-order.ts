import {
  type BinRow,
  type CoverageData,
  type CoverageModel,
  cheapestHoles,
  coverageSummary,
  holes,
} from '../../coverage/index.js';

/** Returns the names of the holes: cheapest first, then those of unknown likelihood. */
export function holesInOrder(data: CoverageData, model: CoverageModel): string[] {
  const cheapest = cheapestHoles(data, coverageSummary(data, model).tests.passed, model);
  return [...new Set([...cheapest.map(({ row }) => nameOf(row)), ...holes(data, model).map(nameOf)])];
}

function nameOf({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}
