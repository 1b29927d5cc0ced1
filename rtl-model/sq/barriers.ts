import type { Instruction } from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { Group } from '../spi/background/group.js';
import type { Wave } from '../wave.js';
import { STATUS } from '../wave.js';

/** Decides when barriers open. */
export const CLEAN_BARRIERS = {
  /** Returns whether a barrier opens once `arrived` of the group's `waves` waves have reached it or ended. */
  opens: (arrived: number, waves: number): boolean => arrived === waves,
};

/** Group barriers. A wave waits at a barrier until every wave of its group has reached it or ended. */
export class Barriers {
  private readonly outputs: typeof CLEAN_BARRIERS;

  constructor(private readonly context: DeviceContext) {
    this.outputs = context.outputs(CLEAN_BARRIERS);
  }

  /** Called when a wave reaches a barrier. Returns true for the last wave, which continues immediately. */
  reach(wave: Wave, group: Group, { pc }: Instruction): boolean {
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'background-barrier-reached', cycle: now, wave: wave.number, pc });
    wave.status = STATUS.BARRIER;
    assert(!group.atBarrier.includes(wave), 'a wave arrives at a barrier only once');
    assert(wave.group === group && !wave.ended, 'a wave only waits with its own group');
    group.atBarrier.push(wave);
    assert(
      group.atBarrier.length + group.endedCount <= group.waves.length,
      'the group cannot have more arrivals than waves',
    );
    if (!this.canOpen(group)) return false;
    group.atBarrier.pop();
    wave.status = STATUS.RUNNING;
    this.open(group);
    return true;
  }

  /** Called when a wave of the group has ended, so the others no longer wait for it. */
  onWaveEnded(group: Group): void {
    group.endedCount++;
    assert(group.endedCount <= group.waves.length, 'every wave of a group ends once');
    if (this.canOpen(group)) this.open(group);
  }

  /** Whether every wave of the group has reached the barrier or ended. */
  private canOpen({ atBarrier, endedCount, waves }: Group): boolean {
    return this.outputs.opens(atBarrier.length + endedCount, waves.length);
  }

  private open(group: Group): void {
    const { wheel } = this.context;
    for (const wave of group.atBarrier) {
      assert(!wave.ended, 'a released wave is still running');
      // An access that was outstanding when the wave arrived has halted it since (P-149).
      if (wave.isHalted) continue;
      assert(wave.status === STATUS.BARRIER, 'only a waiting wave can be released');
      wave.status = STATUS.RUNNING;
      wave.resumeToken = wheel.schedule(1, makeEvent(UNIT.WAVE, wave.index));
    }
    group.atBarrier.length = 0;
  }
}
