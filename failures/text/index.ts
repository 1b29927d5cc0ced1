export { formatChoice } from './choice-text.js';
export { formatReplay } from './replay-text.js';
