export { WrongNameError } from './checked-names.js';
export type { NightPlan, OptionValue, RunDefaults } from './config.js';
export { loadCode } from './load-code.js';
export {
  configFile,
  nightPlan,
  openConfig,
  openConfigInThread,
  openConfigOfBatch,
  ownLaunchers,
  requireConfigOfRun,
} from './opened-config.js';
export { guarded } from './own-code.js';
export { fileOfRule, ownReporters, ownSequences } from './own-extensions.js';
