export { expectsReply, findUnanswered } from './owed-answers.js';
export { owedLines } from './owed-lines.js';
