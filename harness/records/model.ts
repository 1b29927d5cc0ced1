import { runScenario } from '../../rtl-model/index.js';

/** The interface of a device under test. */
export interface Model {
  readonly runScenario: typeof runScenario;
}

/** The project's model. */
export const PROJECT_MODEL: Model = { runScenario };
