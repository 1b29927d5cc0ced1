export { encodeOutcome, encodeTask } from './batch-codec.js';
export { readOutcomeText, readTaskText } from './batch-texts.js';
