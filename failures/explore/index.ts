export { describeDisproof, formatProofs } from './proof-lines.js';
export { type Proof, readProofs } from './proofs.js';
export { proveDueScenes } from './prove-scenes.js';
