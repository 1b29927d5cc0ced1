export { type ComposedSuite, composeSuite, ImpossibleConstraints, testNameOf } from './compose-suite.js';
export {
  defineSuite,
  type KnobChoice,
  type KnobChoices,
  type ScenarioBounds,
  type SuiteDefinition,
  type SuiteFileTest,
  type UserSequence,
} from './suite-definition.js';
