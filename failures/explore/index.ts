export { proofLines } from './proof-lines.js';
export { isStale, type Proof, readProofs } from './proofs.js';
