import { runScenario, structureOf } from '../../rtl-model/index.js';

/** What a test needs of a device under test. */
export interface Model {
  readonly runScenario: typeof runScenario;
  readonly structureOf: typeof structureOf;
}

/** The house's own. */
export const OWN_MODEL: Model = { runScenario, structureOf };
