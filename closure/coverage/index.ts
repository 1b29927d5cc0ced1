export { accumulateCoverage, buildNightsTable } from './accumulated.js';
export { formatFirstHitCommand, readCheckedWaivers } from './coverage-options.js';
export {
  describeChangedGroups,
  describeExclusion,
  describeRefutedExclusions,
  describeUncounted,
  formatCoverageMarkdown,
  formatCoverageNotes,
  NOTHING_COUNTED,
  WEIGHTED_NOTE,
} from './coverage-text.js';
export { describeSubspace, groupHolesByCause, type HoleCause } from './holes-text.js';
export * from './run-changes.js';
