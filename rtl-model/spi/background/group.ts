import type { BackgroundSource } from '../../../transactions/index.js';
import type { Wave } from '../../wave.js';
import type { BackgroundPlan } from './background-plan.js';

/** Waves placed together with their shared resources: a work-group, or one geometry wave. Plain state. */
export class Group {
  /** In group order. */
  readonly waves: Wave[] = [];
  /** Number of its first wave; records of ended waves are reused. */
  first = -1;
  /** All of its waves have resources. */
  isPlaced = false;
  wgp = -1;
  localFirst = 0;
  /** Number of its barrier in the processor; -1 if none. */
  barrier = -1;
  /** Waves waiting at a barrier. */
  readonly atBarrier: Wave[] = [];
  /** How many waves have ended, and how many have released their resources. */
  endedCount = 0;
  releasedCount = 0;

  constructor(
    readonly plan: BackgroundPlan,
    /** Number in its work item. */
    readonly number: number,
  ) {}

  get source(): BackgroundSource {
    return this.plan.work.kind;
  }

  /** Dwords of local data share for its waves. */
  get localDwords(): number {
    const { work } = this.plan;
    return work.kind === 'compute' ? work.localDwords : 0;
  }
}
