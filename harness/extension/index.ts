export { WrongNameError } from './checked-names.js';
export type { NightPlan, OptionValue, RunDefaults } from './config.js';
export { getConfigFile } from './config-file.js';
export { loadCode } from './load-code.js';
export { findNearestConfig } from './nearest-config.js';
export {
  getLaunchers,
  getNightPlan,
  openBatchConfig,
  openConfig,
  openConfigInThread,
  requireSameConfig,
} from './opened-config.js';
export { guard } from './own-code.js';
export { findRuleFile, getReporters, getUserSequences } from './own-extensions.js';
