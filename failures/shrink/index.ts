export { drawShrunkPicture, formatShrunkCommand, formatShrunkSize } from '../text/replay-text.js';
export type { ScenarioSize } from './scenario-size.js';
export { type ShrinkOptions, type ShrinkResult, shrinkScenario, shrinkTest } from './shrink.js';
export { formatSize } from './shrink-document.js';
export { generateSimplerScenarios } from './structure-passes.js';
