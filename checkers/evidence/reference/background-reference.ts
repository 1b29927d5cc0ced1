import type { WordSource } from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { type BackgroundExports, type BackgroundResult, runBackground } from './background.js';

/** The single execution of the background work, shared by the rules for its memory and for its exports. */
export class BackgroundReference {
  private readonly listeners: BackgroundExports[] = [];
  private outcome: BackgroundResult | undefined;

  constructor(
    private readonly scenario: Scenario,
    private readonly memory: WordSource,
  ) {}

  /** Subscribes to the execution's exports; call before the first `run`. */
  onExports(listener: BackgroundExports): void {
    this.listeners.push(listener);
  }

  /** The result of the execution, which runs once. */
  run(): BackgroundResult {
    const exported: BackgroundExports = (...what) => {
      for (const listener of this.listeners) listener(...what);
    };
    this.outcome ??= runBackground(this.scenario, exported, this.memory);
    return this.outcome;
  }
}
