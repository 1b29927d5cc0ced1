export { type Collector, createCollector, type IllegalHit } from './collector/collector.js';
export { EventPairs, PAIR_SLOTS } from './collector/event-pairs.js';
export { type Bench, type Covergroup, covergroup, type Handlers } from './collector/monitor.js';
export { type CovergroupBench, defineCovergroup, type OwnCovergroup } from './collector/own-covergroup.js';
export type { GroupCounts, Outcome, TestName } from './data/counts.js';
export { type CoverageData, type CoveragePart, emptyCoverage } from './data/coverage-data.js';
export { formatIntervals, hasIndex, type Intervals } from './data/intervals.js';
export { CoverageConflict, foldCoverage, mergeCoverage } from './data/merge.js';
export { type PackedCoverage, packCoverage, unpackCoverage } from './data/pack.js';
export * from './dsl/bins.js';
export {
  type CompiledBin,
  type CompiledGroup,
  type CompiledItem,
  compileGroup,
} from './dsl/compile-group.js';
export * from './dsl/definition.js';
export { type GroupSampler, Sampler } from './dsl/sampler.js';
export { COVERGROUPS } from './groups/index.js';
export {
  COVERAGE_MODEL,
  type CoverageModel,
  compileModel,
  type ModelGroup,
  setOwnCovergroups,
} from './model.js';
export { type BinRow, binRows, holes } from './score/bin-rows.js';
export { type CheapHole, cheapestHoles } from './score/cheapest-holes.js';
export { type CoverageDifference, compareCoverage } from './score/compare.js';
export { type CrossHole, crossHoles } from './score/cross-holes.js';
export { expectedGain, predictGain, type RareBins } from './score/expected-gain.js';
export { missedPercentText, percentText, roundPercent } from './score/percent-text.js';
export { type RankAim, type RankCandidate, type RankedTest, rankTests } from './score/rank.js';
export { type Saturation, type SaturationPoint, saturation } from './score/saturation.js';
export {
  type CoverageSummary,
  coverageSummary,
  type GroupSummary,
  type ItemSummary,
  type Score,
  summarizeGroup,
} from './score/summary.js';
export { type BinTotals, type ChangedGroup, knownPart, type TestReference } from './score/totals.js';
export { waiveBins } from './waive.js';
