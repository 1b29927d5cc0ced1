export { formatChoice, formatReplay } from './replay-text.js';
