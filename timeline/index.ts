export { isOrdered } from './ordered-access.js';
export { type AccessStory, type CacheId, type RunStory, runStory, type WaveStory } from './run-story.js';
export type { StoryScenario } from './story-scenario.js';
export {
  type AccessSpan,
  cycleOf,
  type Mark,
  type MarkKind,
  openSpan,
  type Span,
  type WaveLife,
  waveLife,
} from './wave-life.js';
export { type Phase, WAVE_STATES, type WaveState } from './wave-phases.js';
