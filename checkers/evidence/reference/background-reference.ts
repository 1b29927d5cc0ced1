import type { WordSource } from '../../../arch/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { type BackgroundListener, type BackgroundResult, runBackground } from './background.js';

/** Executes background work once for all rules that check its memory or exports. */
export class BackgroundReference {
  private readonly listeners: BackgroundListener[] = [];
  private result: BackgroundResult | undefined;

  constructor(
    private readonly scenario: Scenario,
    private readonly memory: WordSource,
  ) {}

  /** Registers a listener for exports. Must be called before the first `run`. */
  onExports(listener: BackgroundListener): void {
    this.listeners.push(listener);
  }

  /** Executes the work on the first call. Later calls return the same result. */
  run(): BackgroundResult {
    const notifyListeners: BackgroundListener = (...args) => {
      for (const listener of this.listeners) listener(...args);
    };
    this.result ??= runBackground(this.scenario, notifyListeners, this.memory);
    return this.result;
  }
}
