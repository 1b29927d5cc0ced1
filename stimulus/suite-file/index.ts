export type { KnobChoice, KnobChoices } from '../knobs.js';
export {
  type ComposedSuite,
  ConstraintError,
  composeSuite,
  getTestName,
  type ResolvedSuite,
} from './compose-suite.js';
export type {
  ScenarioBounds,
  SuiteFileTest,
  SuiteSequence,
  SuiteTests,
  UserSequence,
} from './suite-definition.js';
