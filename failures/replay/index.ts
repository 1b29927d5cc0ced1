export { expectsAnswer, findUnanswered } from './unanswered.js';
export { formatUnanswered } from './unanswered-lines.js';
