export { createRankedSuite } from './coverage-rank.js';
export { checkRankedRun, STEERED_ESTIMATE } from './difference-text.js';
export {
  createPinnedSuite,
  isPinnedSuite,
  type PinnedSuite,
  type PinnedSuiteDocument,
  pinTestId,
  readPinnedSuite,
} from './pinned-suite.js';
export { rankCoverage } from './rank-coverage.js';
