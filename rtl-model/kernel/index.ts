export { type Calendar, NO_EVENT, NO_QUEUE, NO_TOKEN } from './calendar.js';
export type { Choices } from './choices.js';
export {
  type ChoiceListener,
  RandomChoices,
  RecordingChoices,
  ReplayChoices,
  WatchedChoices,
} from './choices.js';
export { EventWheel } from './event-wheel.js';
export { ORDER_STRIDE, OrderWheel, type PendingEvent } from './order-wheel.js';
export { hash32, PctChoices } from './pct-choices.js';
