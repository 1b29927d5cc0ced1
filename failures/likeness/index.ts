export {
  type FaultFingerprint,
  makeFingerprint,
  readFaultFingerprints,
  writeFaultFingerprints,
} from './fault-prints.js';
export {
  FaultLibrary,
  findSimilarFaults,
  formatSimilarFaultReport,
  formatSimilarFaults,
  makeGroupFingerprint,
} from './similar-faults.js';
