export type { ScenarioSize } from './scenario-size.js';
export { type ShrinkOptions, type ShrinkResult, shrinkScenario, shrinkTest } from './shrink.js';
export { formatSize } from './shrink-document.js';
export { drawShrunkPicture, formatShrunkCommand, formatShrunkSize } from './shrunk-line.js';
export { generateSimplerScenarios } from './simpler-scenarios.js';
