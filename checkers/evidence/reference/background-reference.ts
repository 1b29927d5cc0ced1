import type { WordSource } from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { type BackgroundExports, type BackgroundResult, runBackground } from './background.js';

/** The one execution of the background works that the rules about their memory and about their exports share. */
export class BackgroundReference {
  private readonly listeners: BackgroundExports[] = [];
  private outcome: BackgroundResult | undefined;

  constructor(
    private readonly scenario: Scenario,
    private readonly memory: WordSource,
  ) {}

  /** Requests reports of the execution's exports; call before the first `run`. */
  hearExports(listener: BackgroundExports): void {
    this.listeners.push(listener);
  }

  /** The outcome of the execution, which happens once. */
  run(): BackgroundResult {
    const exported: BackgroundExports = (...what) => {
      for (const listener of this.listeners) listener(...what);
    };
    this.outcome ??= runBackground(this.scenario, exported, this.memory);
    return this.outcome;
  }
}
