export { createGoldenProgram, emitGoldenProgram } from './program.js';
export { createGoldenScenario, GOLDEN_BUFFER, type GoldenRun } from './scenario.js';
export {
  GOLDEN_MODE,
  GOLDEN_SAMPLES,
  type GoldenMode,
  type GoldenScene,
  getWordsPerPixel,
  LIST_ENTRIES,
} from './scene.js';
