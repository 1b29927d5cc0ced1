export { type Collector, createCollector, type IllegalHit } from './collector/collector.js';
export { EventPairs, PAIR_SLOTS } from './collector/event-pairs.js';
export {
  type Bench,
  type Covergroup,
  type CovergroupBench,
  covergroup,
  defineCovergroup,
  type Handlers,
  type UserCovergroup,
} from './collector/monitor.js';
export type { GroupCounts, Outcome, TestName } from './data/counts.js';
export {
  CoverageConflict,
  type CoverageData,
  type CoveragePart,
  createEmptyCoverage,
  foldCoverage,
  mergeCoverage,
} from './data/coverage-data.js';
export { formatIntervals, hasIndex, type Intervals } from './data/intervals.js';
export { type PackedCoverage, packCoverage, unpackCoverage } from './data/pack.js';
export * from './dsl/bins.js';
export * from './dsl/compile-group.js';
export * from './dsl/definition.js';
export { type GroupSampler, Sampler } from './dsl/sampler.js';
export { COVERGROUPS } from './groups/index.js';
export * from './model.js';
export { isBeyondChance } from './score/chance.js';
export { findCheapestHoles, type RankedHole } from './score/cheapest-holes.js';
export { type CrossHole, findCrossHoles } from './score/cross-holes.js';
export { formatMissedPercent, formatPercentage, roundPercent } from './score/percent-text.js';
export { type RankCandidate, type RankedTest, type RankGoal, rankTests } from './score/rank.js';
export {
  computeSaturation,
  estimateNewBins,
  predictGain,
  type RareBins,
  type Saturation,
  type SaturationPoint,
} from './score/saturation.js';
export * from './score/summary.js';
export {
  type BinTotals,
  type ChangedGroup,
  type TestReference,
  withoutUnknownGroups,
} from './score/totals.js';
export { waiveBins } from './waive.js';
