export {
  describeDisproof,
  formatProofs,
  getProofFile,
  isOfThisCode,
  type Proof,
  readProofs,
} from './proofs.js';
export { proveDueScenes } from './prove-scenes.js';
