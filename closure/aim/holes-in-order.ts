import {
  type BinRow,
  type CoverageData,
  type CoverageModel,
  cheapestHoles,
  coverageSummary,
  holes,
} from '../../coverage/index.js';

/** The names of the holes: the cheapest ones first, then those whose likelihood is unknown. */
export function holesInOrder(data: CoverageData, model: CoverageModel): string[] {
  const cheapest = cheapestHoles(data, coverageSummary(data, model).tests.passed, model);
  return [...new Set([...cheapest.map(({ row }) => nameOf(row)), ...holes(data, model).map(nameOf)])];
}

function nameOf({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}
