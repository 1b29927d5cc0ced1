export { readFaultFingerprints, writeFaultFingerprints } from './fault-prints.js';
export type { FaultFingerprint } from './similar-faults.js';
export {
  FaultLibrary,
  findSimilarFaults,
  formatSimilarFaultReport,
  formatSimilarFaults,
  makeFingerprint,
  makeGroupFingerprint,
} from './similar-faults.js';
