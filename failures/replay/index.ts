export { asksForAnswer, owedAnswers } from './owed-answers.js';
export { owedLines } from './owed-lines.js';
