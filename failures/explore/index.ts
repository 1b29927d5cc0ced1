export { describeDisproof, formatProofs } from './proof-lines.js';
export { isOfThisCode, type Proof, readProofs } from './proofs.js';
export { proveDueScenes } from './prove-scenes.js';
