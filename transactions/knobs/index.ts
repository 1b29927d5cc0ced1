export { type ChoiceKnob, from, type Knob, type RangeKnob, type ValueKnob, value } from './knob.js';
export * from './knobs.js';
