export { goldenProgram } from './program.js';
export { goldenProgramText } from './program-text.js';
export { GOLDEN_BUFFER, type GoldenRun, goldenScenario } from './scenario.js';
export {
  GOLDEN_MODE,
  GOLDEN_SAMPLES,
  type GoldenMode,
  type GoldenScene,
  LIST_ENTRIES,
  wordsPerPixel,
} from './scene.js';
