export { encodeOutcome, encodeTask } from './batch-codec.js';
export { readOutcomeText, readTaskText } from './queue-texts.js';
