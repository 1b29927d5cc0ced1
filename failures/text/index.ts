export { formatChoice, formatConsequences, formatReplay } from './replay-text.js';
