export { proofLines } from './proof-lines.js';
export { type Proof, readProofs } from './proofs.js';
