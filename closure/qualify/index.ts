export { getKillMatrixPath, type KillRow, measureKillingPower, readKillMatrix } from './qualify.js';
export { findKillingRules } from './qualify-fault.js';
