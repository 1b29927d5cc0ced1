export type { KnobChoice, KnobChoices } from '../knobs.js';
export * from './compose-suite.js';
export type {
  ScenarioBounds,
  SuiteFileTest,
  SuiteSequence,
  SuiteTests,
  UserSequence,
} from './suite-definition.js';
