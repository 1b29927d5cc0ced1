export { expectsAnswer, findUnanswered } from './owed-answers.js';
export { formatUnanswered } from './owed-lines.js';
