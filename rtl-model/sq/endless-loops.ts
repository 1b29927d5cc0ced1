import type { Instruction } from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import { eventOf, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { WavePlan } from '../spi/wave-plan.js';
import { STATUS, type Wave } from '../wave.js';
import { LoopWatch } from './loop-watch.js';
import { ROUNDS_APART } from './spec.js';
import { waysOut } from './ways-out.js';

/**
 * Finds waves that loop for ever. A loop without a way out stops at its first branch back. A loop that ends each
 * round in the same state stops when only such waves can still move; until then another unit may change what
 * it reads. Both rest from then on, so that the device comes to rest and reports who waits.
 */
export class EndlessLoops {
  private readonly ways: readonly Uint8Array[];
  private readonly watches = new Map<Wave, LoopWatch>();
  /** Waves that rest because every round ended in the same state. */
  private readonly resting: Wave[] = [];

  constructor(
    private readonly context: DeviceContext,
    plans: readonly WavePlan[],
    /** Whether every wave and event that can still move belongs to a wave that loops in one state. */
    private readonly nothingElseMoves: (goesRound: GoesRound) => boolean,
  ) {
    this.ways = plans.map(({ program }) => waysOut(program));
  }

  /** A wave branched back by `branch`. */
  branchedBack(wave: Wave, branch: Instruction): void {
    const { target, index } = branch;
    assert(target <= index, 'a branch back goes back');
    wave.loops.first = target;
    wave.loops.last = index;
    wave.loops.rounds++;
    if (this.ways[wave.work.index]![target] === 0) {
      wave.loops.endless = { first: target, last: index, why: 'no-way-out' };
      return;
    }
    if (wave.loops.rounds < ROUNDS_APART) return;
    this.watch(wave, branch);
  }

  /** Lets the waves that went round in one state go on, since something new has begun. */
  resume(): void {
    const { wheel, now } = this.context;
    for (const wave of this.resting) {
      assert(wave.loops.endless !== undefined, 'a wave that goes on has rested');
      wave.loops.endless = undefined;
      wave.loops.rounds = 0;
      if (wave.status !== STATUS.SLEEPING) wave.status = STATUS.RUNNING;
      wave.resumeCycle = now + 1;
      wheel.schedule(1, eventOf(UNIT.WAVE, wave.index));
    }
    this.resting.length = 0;
  }

  private watch(wave: Wave, branch: Instruction): void {
    const { changes, nextAccess } = this.context;
    const watch = this.watches.get(wave);
    if (wave.loops.rounds !== ROUNDS_APART && watch?.round(wave, branch.index, branch.target, changes)) {
      if (wave.loops.rounds % ROUNDS_APART === 0) this.rest();
      return;
    }
    if (wave.loops.rounds % ROUNDS_APART !== 0) return;
    if (wave.loops.rounds !== ROUNDS_APART && watch?.isPromising(wave, changes)) return;
    const begun = watch ?? new LoopWatch(wave.state);
    begun.begin(wave, branch.index, changes, nextAccess);
    if (watch === undefined) this.watches.set(wave, begun);
    this.context.changesWatched = changes;
  }

  private rest(): void {
    const { changes } = this.context;
    const goesRound: GoesRound = (wave, access) => {
      if (wave.loops.endless !== undefined) return true;
      if (wave.loops.rounds < ROUNDS_APART) return false;
      const watch = this.watches.get(wave);
      return watch?.isSettled(changes) === true && access >= watch.firstAccess;
    };
    if (!this.nothingElseMoves(goesRound)) return;
    for (const [wave, { first, last }] of this.watches) {
      if (wave.loops.endless !== undefined || !goesRound(wave, Number.POSITIVE_INFINITY)) continue;
      wave.loops.endless = { first, last, why: 'same-state' };
      assert(!this.resting.includes(wave), 'a wave rests once');
      this.resting.push(wave);
    }
  }
}

/** Whether a wave goes round in one state, and an access of that number is part of it. */
export type GoesRound = (wave: Wave, access: number) => boolean;
