import {
  type BinRow,
  type CoverageData,
  type CoverageModel,
  findCheapestHoles,
  findHoles,
  summariseCoverage,
} from '../../coverage/index.js';

/** Returns the names of the holes, cheapest first. Holes with an unknown likelihood come last. */
export function listHolesByCost(data: CoverageData, model: CoverageModel): string[] {
  const cheapest = findCheapestHoles(data, summariseCoverage(data, model).tests.passed, model);
  return [
    ...new Set([...cheapest.map(({ row }) => formatName(row)), ...findHoles(data, model).map(formatName)]),
  ];
}

function formatName({ group, item, bin }: BinRow): string {
  return `${group}/${item}/${bin}`;
}
