export {
  createGoldenProgram,
  emitGoldenProgram,
  GOLDEN_MODE,
  type GoldenMode,
  getWordsPerPixel,
  LIST_ENTRIES,
} from './program.js';
export {
  createGoldenScenario,
  GOLDEN_BUFFER,
  GOLDEN_SAMPLES,
  type GoldenRun,
  type GoldenScene,
} from './scenario.js';
