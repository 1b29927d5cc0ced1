export { type CheckRun, checkScenario } from './check-scenario.js';
export {
  type CompletedProgram,
  completeProgram,
  type GivenProgram,
  type ProgramState,
} from './given-program.js';
