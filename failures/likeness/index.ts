export { FaultLibrary } from './choice.js';
export type { FaultPrint } from './distance.js';
export { readFaultPrints, writeFaultPrints } from './fault-prints.js';
export { findSimilarFaults, makeGroupPrint } from './likeness-of-run.js';
export { formatSimilarFaultReport, formatSimilarFaults } from './likeness-text.js';
export { makePrint } from './print.js';
