import type { BackgroundSource } from '../../../transactions/index.js';
import type { Wave } from '../../wave.js';
import type { BackgroundPlan } from './background-plan.js';

/** A work-group or a single geometry wave: a set of waves that are placed together and share resources. */
export class Group {
  /** The waves, in group order. */
  readonly waves: Wave[] = [];
  /** The number of the group's first wave. Stored here because the records of ended waves are reused. */
  first = -1;
  /** Whether resources have been allocated to the group's waves. */
  isPlaced = false;
  wgp = -1;
  /** The first LDS dword allocated for the group. */
  localFirst = 0;
  /** The number of the group's barrier within its processor, or -1 if it has none. */
  barrier = -1;
  /** The waves waiting at a barrier. */
  readonly atBarrier: Wave[] = [];
  /** Number of waves that have ended. */
  endedCount = 0;
  /** Number of waves that have released their resources. */
  releasedCount = 0;

  constructor(
    readonly plan: BackgroundPlan,
    /** The group's number within its work item. */
    readonly number: number,
  ) {}

  get source(): BackgroundSource {
    return this.plan.work.kind;
  }

  /** Number of LDS dwords allocated for the group's waves. */
  get localDwords(): number {
    const { work } = this.plan;
    return work.kind === 'compute' ? work.localDwords : 0;
  }
}
