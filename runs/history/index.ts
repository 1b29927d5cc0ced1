export { combineRuns } from './history.js';
export { readHistoryLines } from './history-file.js';
export { RUNS_FOLDER } from './index-runs.js';
