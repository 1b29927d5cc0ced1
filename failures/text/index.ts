export { choiceText } from './choice-text.js';
export { replayText } from './replay-text.js';
