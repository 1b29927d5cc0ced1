export { expectsAnswer, findUnanswered } from './owed-answers.js';
export { formatUnanswered } from './unanswered-lines.js';
