export { createGoldenProgram } from './program.js';
export { emitGoldenProgram } from './program-text.js';
export { createGoldenScenario, GOLDEN_BUFFER, type GoldenRun } from './scenario.js';
export {
  GOLDEN_MODE,
  GOLDEN_SAMPLES,
  type GoldenMode,
  type GoldenScene,
  getWordsPerPixel,
  LIST_ENTRIES,
} from './scene.js';
