export type { FaultPrint } from './distance.js';
export { FaultLibrary } from './fault-library.js';
export { readFaultPrints, writeFaultPrints } from './fault-prints.js';
export { formatSimilarFaultReport, formatSimilarFaults } from './likeness-text.js';
export { makePrint } from './print.js';
export { findSimilarFaults, makeGroupPrint } from './similar-faults.js';
