import { getOrCreate } from '../../evidence/basics/default-map.js';
/** Used as the cycle of an access that has not been performed, or has not returned. */
export const NEVER = -1;

/** An access of a wave. Its record is reused once it and all earlier accesses of the wave have finished. */
export class QueuedAccess {
  access = 0;
  pc = 0;
  isFinished = false;
}

/** The accesses of each wave, oldest first. */
export class AccessQueues<Wave extends object, Access extends QueuedAccess> {
  private readonly queues = new WeakMap<Wave, Access[]>();
  private readonly pool: Access[] = [];

  constructor(private readonly createRecord: () => Access) {}

  /** Adds an access that a wave issues, and returns its record, whose other fields the caller sets. */
  add(wave: Wave, { access, pc }: Pick<QueuedAccess, 'access' | 'pc'>): Access {
    const record = this.pool.pop() ?? this.createRecord();
    record.access = access;
    record.pc = pc;
    record.isFinished = false;
    getOrCreate(this.queues, wave, (): Access[] => []).push(record);
    return record;
  }

  /** Finishes an access, after passing its wave's queue and its index there to `check`. Queues are short. */
  finish(wave: Wave, access: number, check: (queue: readonly Access[], index: number) => void): void {
    const queue = this.queues.get(wave) ?? [];
    const index = queue.findIndex((record) => record.access === access);
    if (index < 0) return;
    check(queue, index);
    queue[index].isFinished = true;
    while (queue[0]?.isFinished === true) this.pool.push(queue.shift()!);
  }
}
