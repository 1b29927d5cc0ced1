export { createRankedSuite } from './coverage-rank.js';
export { checkRankedRun, STEERED_ESTIMATE } from './difference-text.js';
export * from './pinned-suite.js';
export { rankCoverage } from './rank-coverage.js';
