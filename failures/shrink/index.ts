export { drawShrunkPicture, formatShrunkCommand, formatShrunkSize } from '../text/replay-text.js';
export type { ScenarioSize } from './scenario-size.js';
export { formatSize } from './scenario-size.js';
export { type ShrinkOptions, type ShrinkResult, shrinkScenario, shrinkTest } from './shrink.js';
export { generateSimplerScenarios } from './structure-passes.js';
