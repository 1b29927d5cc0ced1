export {
  describeDisproof,
  formatProofs,
  getProofFile,
  isOfThisCode,
  PROOF_FILE,
  type Proof,
  readProofs,
} from './proofs.js';
export { proveDueScenes } from './prove-scenes.js';
