export { expectsAnswer, findUnanswered, formatUnanswered } from './unanswered.js';
