export { createGoldenProgram, emitGoldenProgram } from './program.js';
export {
  createGoldenScenario,
  GOLDEN_BUFFER,
  GOLDEN_MODE,
  GOLDEN_SAMPLES,
  type GoldenMode,
  type GoldenRun,
  type GoldenScene,
  getWordsPerPixel,
  LIST_ENTRIES,
} from './scenario.js';
