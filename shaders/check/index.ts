export { checkProgram } from './check-program.js';
export { readSubjects } from './check-subjects.js';
