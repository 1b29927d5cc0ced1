export type { ScenarioSize } from './scenario-size.js';
export { type ShrinkOptions, type ShrinkResult, shrinkScenario, shrinkTest } from './shrink.js';
export { sizeText } from './shrink-document.js';
export { shrunkLine, shrunkPicture, shrunkSize } from './shrunk-line.js';
export { simplerScenarios } from './simpler-scenarios.js';
