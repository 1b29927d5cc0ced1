export { type KillRow, killMatrixFile, readKillMatrix } from './kill-matrix.js';
export { killingPower } from './killing-power.js';
export { killingRules } from './killing-rules.js';
