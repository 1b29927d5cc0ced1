export { type ComposedSuite, composeSuite, testNameOf } from './compose-suite.js';
export {
  defineSuite,
  type KnobChoice,
  type KnobChoices,
  type ScenarioBounds,
  type SuiteDefinition,
  type SuiteFileTest,
  type UserSequence,
} from './suite-definition.js';
