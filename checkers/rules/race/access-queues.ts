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

  /** @param overtakes whether `early` overtook `late`, an older access of the wave that has just finished */
  constructor(
    private readonly createRecord: () => Access,
    private readonly overtakes: (early: Access, late: Access, wave: Wave) => boolean,
  ) {}

  /** Adds an access that a wave issues, and returns its record, whose other fields the caller sets. */
  add(wave: Wave, { access, pc }: Pick<QueuedAccess, 'access' | 'pc'>): Access {
    const record = this.pool.pop() ?? this.createRecord();
    record.access = access;
    record.pc = pc;
    record.isFinished = false;
    getOrCreate(this.queues, wave, (): Access[] => []).push(record);
    return record;
  }

  /** Returns the record of a wave's access, or undefined if there is none. Queues are short. */
  find(wave: Wave, access: number): Access | undefined {
    return this.queues.get(wave)?.find((record) => record.access === access);
  }

  /** Finishes an access of a wave. Returns the first later access that overtook it, or undefined if none did. */
  finish(wave: Wave, late: Access): Access | undefined {
    const queue = this.queues.get(wave)!;
    let index = queue.indexOf(late) + 1;
    while (index < queue.length && !this.overtakes(queue[index], late, wave)) index++;
    const early = queue[index];
    late.isFinished = true;
    while (queue[0]?.isFinished === true) this.pool.push(queue.shift()!);
    return early;
  }
}
