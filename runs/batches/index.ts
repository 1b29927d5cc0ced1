export { encodeOutcome, encodeTask } from './batch-codec.js';
export { checkOutcomeText, checkTaskText } from './batch-texts.js';
