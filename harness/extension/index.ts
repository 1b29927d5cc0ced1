export { UnknownNameError } from './checked-names.js';
export type { NightPlan, OptionValue, RunDefaults } from './config.js';
export { getConfigFile } from './config-file.js';
export { loadCode } from './load-code.js';
export * from './loaded-config.js';
export { findNearestConfig } from './nearest-config.js';
export { guardUserCode } from './user-code.js';
export { findRuleFile, getReporters, getUserSequences } from './user-extensions.js';
