export type { KnobChoice, KnobChoices } from '../knob-choices.js';
export { type ComposedSuite, composeSuite, ImpossibleConstraints, testNameOf } from './compose-suite.js';
export {
  defineSuite,
  type ScenarioBounds,
  type SuiteDefinition,
  type SuiteFileTest,
  type UserSequence,
} from './suite-definition.js';
