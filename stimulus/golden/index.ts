export { createGoldenProgram, emitGoldenProgram } from './program.js';
export { createGoldenScenario, GOLDEN_BUFFER, type GoldenRun } from './scenario.js';
export * from './scene.js';
