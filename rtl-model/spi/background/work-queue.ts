import type { BackgroundSource } from '../../../transactions/index.js';
import { assert } from '../../kernel/assert.js';
import type { Wave } from '../../wave.js';
import type { Staging } from '../staging.js';

/** Waves of one background source waiting for launch, oldest first. */
export class WorkQueue {
  readonly waiting: Wave[] = [];

  constructor(
    readonly source: BackgroundSource,
    /** Vertex staging registers (P-012); not needed for thread ids. */
    readonly staging: Staging | undefined,
  ) {}

  add(wave: Wave): void {
    wave.launch.staged = true;
    this.staging?.add(wave);
    this.waiting.push(wave);
  }

  /** Removes and returns the oldest wave. */
  take(): Wave {
    assert(this.waiting.length > 0, 'the queue has a wave');
    return this.waiting.shift()!;
  }
}
