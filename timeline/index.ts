export { type CacheLine, cacheLines, touchedLines } from './cache-lines.js';
export {
  type ComparedStory,
  compareStories,
  type EventSide,
  eventFeed,
  type ListedEvent,
  type LoadedRun,
} from './event-feed.js';
export { type EventFilter, filteredEvents } from './event-filter.js';
export { EVENT_UNITS, type EventUnit, eventText, unitOf } from './event-units.js';
export { isOrdered } from './ordered-access.js';
export { type MemoryWord, orderedWords, type WordAccess } from './ordered-words.js';
export {
  type LifeDifference,
  lifeDifferences,
  missingLines,
} from './run-difference.js';
export { type AccessStory, type CacheId, type RunStory, runStory, type WaveStory } from './run-story.js';
export { type Cover, type ScreenCover, screenCover } from './screen-cover.js';
export { type PairedRow, pairedRows, type SlotRow, slotRows } from './slot-rows.js';
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
export { countUpTo, type WaveMoment, waveMoment } from './wave-moment.js';
export { type Phase, WAVE_STATES, type WaveState } from './wave-phases.js';
export { type WitnessStep, witnessSteps } from './witness-steps.js';
