export type { Choices } from './choices.js';
export { EventWheel, NO_EVENT } from './event-wheel.js';
export { PctChoices } from './pct-choices.js';
export { RandomChoices } from './random-choices.js';
export { RecordingChoices } from './recording-choices.js';
export { ReplayChoices } from './replay-choices.js';
export { type ChoiceListener, WatchedChoices } from './watched-choices.js';
