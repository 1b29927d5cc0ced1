export { STEERED_ESTIMATE } from './difference-text.js';
export {
  isPinnedSuite,
  type PinnedSuite,
  type PinnedSuiteDocument,
  pinnedSuite,
  pinTestId,
  readPinnedSuite,
} from './pinned-suite.js';
export { rankCoverage } from './rank-coverage.js';
export { proveRankedRun } from './ranked-proof.js';
export { rankedSuite } from './ranked-suite.js';
