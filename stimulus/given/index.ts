export {
  type CompletedProgram,
  completeProgram,
  type GivenProgram,
  type ProgramState,
} from './given-program.js';
