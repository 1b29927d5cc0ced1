export { checkedWaivers } from './checked-waivers.js';
export { coverageMarkdown } from './coverage-markdown.js';
export {
  changedText,
  coverageNotes,
  NOTHING_COUNTED,
  uncountedText,
  WEIGHTED_NOTE,
} from './coverage-text.js';
export { exclusionText, refutedTexts } from './exclusion-text.js';
export { firstHitLine } from './first-hit.js';
export { fixedText, type HoleCause, holesByCause } from './hole-causes.js';
export { isNewGroup, type RunChanges, runChanges } from './run-changes.js';
export { runChangesLines } from './run-changes-text.js';
