export { type CacheLine, listCacheLines, listTouchedLines } from './cache-lines.js';
export {
  type ComparedStory,
  compareStories,
  type EventSide,
  type ListedEvent,
  type LoadedRun,
  listFeedEvents,
} from './event-feed.js';
export { type EventFilter, filterEvents } from './event-filter.js';
export { EVENT_UNITS, type EventUnit, formatEvent, getEventUnit } from './event-units.js';
export { isOrdered } from './ordered-access.js';
export { listOrderedWords, type MemoryWord, type WordAccess } from './ordered-words.js';
export {
  findLifetimeDifferences,
  findMissingLines,
  type LifetimeDifference,
} from './run-difference.js';
export { type AccessStory, buildRunStory, type CacheId, type RunStory, type WaveStory } from './run-story.js';
export { type Cover, findScreenCover, type ScreenCover } from './screen-cover.js';
export { groupSlotRows, type PairedRow, pairRows, type SlotRow } from './slot-rows.js';
export type { StoryScenario } from './story-scenario.js';
export {
  type AccessSpan,
  extractWaveLifetime,
  findMarkCycle,
  findOpenSpan,
  type Mark,
  type MarkKind,
  type Span,
  type WaveLifetime,
} from './wave-life.js';
export { countUpTo, getWaveMoment, type WaveMoment } from './wave-moment.js';
export { type Phase, WAVE_STATES, type WaveState } from './wave-phases.js';
export { parseWitnessSteps, type WitnessStep } from './witness-steps.js';
