import type { WordSource } from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { type BackgroundExports, type BackgroundResult, runBackground } from './background.js';

/** Executes background work once for all rules that check its memory or exports. */
export class BackgroundReference {
  private readonly listeners: BackgroundExports[] = [];
  private outcome: BackgroundResult | undefined;

  constructor(
    private readonly scenario: Scenario,
    private readonly memory: WordSource,
  ) {}

  /** Registers a listener for exports. Must be called before the first `run`. */
  onExports(listener: BackgroundExports): void {
    this.listeners.push(listener);
  }

  /** Executes the work on the first call. Returns the same result every time. */
  run(): BackgroundResult {
    const exported: BackgroundExports = (...args) => {
      for (const listener of this.listeners) listener(...args);
    };
    this.outcome ??= runBackground(this.scenario, exported, this.memory);
    return this.outcome;
  }
}
