export { WrongNameError } from './checked-names.js';
export type { NightPlan, OptionValue, RunDefaults } from './config.js';
export { configFile } from './config-file.js';
export { loadCode } from './load-code.js';
export { nearestConfig } from './nearest-config.js';
export {
  nightPlan,
  openBatchConfig,
  openConfig,
  openConfigInThread,
  ownLaunchers,
  requireSameConfig,
} from './opened-config.js';
export { guarded } from './own-code.js';
export { findRuleFile, ownReporters, ownSequences } from './own-extensions.js';
