export { getKillMatrixPath, type KillRow, measureKillingPower, readKillMatrix } from './kill-matrix.js';
export { findKillingRules } from './killers.js';
