export type { FaultFingerprint } from './distance.js';
export { FaultLibrary } from './fault-library.js';
export { readFaultFingerprints, writeFaultFingerprints } from './fault-prints.js';
export { formatSimilarFaultReport, formatSimilarFaults } from './likeness-text.js';
export { makeFingerprint } from './print.js';
export { findSimilarFaults, makeGroupFingerprint } from './similar-faults.js';
