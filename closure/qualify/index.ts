export { getKillMatrixPath, type KillRow, readKillMatrix } from './kill-matrix.js';
export { measureKillingPower } from './killing-power.js';
export { findKillingRules } from './killing-rules.js';
