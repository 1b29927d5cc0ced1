import type { BackgroundSource } from '../../../transactions/index.js';
import { assert } from '../../kernel/assert.js';
import type { Wave } from '../../wave.js';
import type { Staging } from '../staging.js';

/** The waves of one background source that are waiting for launch, oldest first. */
export class WorkQueue {
  readonly waiting: Wave[] = [];

  constructor(
    readonly source: BackgroundSource,
    /** The staging registers for vertices (P-012). Compute waves need none, since thread ids are not staged. */
    readonly staging: Staging | undefined,
  ) {}

  add(wave: Wave): void {
    wave.launch.staged = true;
    this.staging?.add(wave);
    this.waiting.push(wave);
  }

  /** Removes and returns the oldest wave. */
  take(): Wave {
    assert(this.waiting.length > 0, 'the queue is not empty');
    return this.waiting.shift()!;
  }
}
