export { type ChoiceKnob, integersFrom, type Knob, type RangeKnob, type ValueKnob, value } from './knob.js';
export * from './knobs.js';
