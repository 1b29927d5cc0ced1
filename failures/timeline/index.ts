export { type CacheLine, listCacheLines, listTouchedLines } from './cache-lines.js';
export {
  type ComparedTimeline,
  compareTimelines,
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
export {
  type AccessTimeline,
  buildRunTimeline,
  type CacheId,
  type RunTimeline,
  type WaveTimeline,
} from './run-timeline.js';
export { getScreenCoverage, type PixelCoverage, type ScreenCoverage } from './screen-cover.js';
export { groupSlotRows, type PairedRow, pairRows, type SlotRow } from './slot-rows.js';
export type { TimelineScenario } from './timeline-scenario.js';
export {
  type AccessSpan,
  extractWaveLifetime,
  getMarkCycle,
  getSectionSpan,
  type Mark,
  type MarkKind,
  type Span,
  type WaveLifetime,
} from './wave-life.js';
export { type Phase, WAVE_STATES, type WaveState } from './wave-phases.js';
export { countUpTo, getWaveSnapshot, type WaveSnapshot } from './wave-snapshot.js';
export { parseWitnessSteps, type WitnessStep } from './witness-steps.js';
