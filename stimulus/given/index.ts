export { ARGUMENTS, type ArgumentRow, findArgumentRow } from './argument-table.js';
export {
  type CheckRun,
  createCheckScenario,
  createProgramGenerator,
} from './check-scenario.js';
export { FIRST_REACHING_SCENE, steersProgram } from './chosen-contents.js';
export { type DrawnProgram, MAX_DRAWS } from './combined-draws.js';
export { type CompletedProgram, completeProgram } from './complete-program.js';
export type { ExternalProgram } from './external-program.js';
export { defineProgram, type ProgramDefinition, type ProgramSetting } from './external-program.js';
export { listDecidingNames, writesSharedMemory } from './path-values.js';
