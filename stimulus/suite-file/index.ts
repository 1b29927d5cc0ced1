export type { KnobChoice, KnobChoices } from '../knob-choices.js';
export {
  type ComposedSuite,
  composeSuite,
  getTestName,
  ImpossibleConstraints,
  type ResolvedSuite,
} from './compose-suite.js';
export type {
  ScenarioBounds,
  SuiteFileTest,
  SuiteSequence,
  SuiteTests,
  UserSequence,
} from './suite-definition.js';
