import type { BackgroundSource } from '../../../transactions/index.js';
import type { Wave } from '../../wave.js';
import type { BackgroundPlan } from './background-plan.js';

/** Waves that are placed, and hold what they share, together: a work-group, or one geometry wave. Plain state. */
export class Group {
  /** In order of their place in the group. */
  readonly waves: Wave[] = [];
  /** Number of its first wave; records of waves that ended are used for others. */
  first = -1;
  /** Resources are given to all of its waves. */
  isPlaced = false;
  wgp = -1;
  localFirst = 0;
  /** Number of its barrier in the processor, -1 for none. */
  barrier = -1;
  /** Waves that wait at a barrier. */
  readonly atBarrier: Wave[] = [];
  /** Waves whose program is over, and those that hold nothing any more. */
  ended = 0;
  released = 0;

  constructor(
    readonly plan: BackgroundPlan,
    /** Number in its work. */
    readonly number: number,
  ) {}

  get source(): BackgroundSource {
    return this.plan.work.kind;
  }

  /** Dwords of the local data share that its waves share. */
  get localDwords(): number {
    const { work } = this.plan;
    return work.kind === 'compute' ? work.localDwords : 0;
  }
}
