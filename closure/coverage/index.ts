export { readCheckedWaivers } from './checked-waivers.js';
export { formatCoverageMarkdown } from './coverage-markdown.js';
export {
  describeChangedGroups,
  describeUncounted,
  formatCoverageNotes,
  NOTHING_COUNTED,
  WEIGHTED_NOTE,
} from './coverage-text.js';
export { describeExclusion, describeRefutedExclusions } from './exclusion-text.js';
export { formatFirstHitCommand } from './first-hit.js';
export { describeSubspace, groupHolesByCause, type HoleCause } from './hole-causes.js';
export { findRunChanges, isNewGroup, type RunChanges } from './run-changes.js';
export { formatRunChanges } from './run-changes-text.js';
