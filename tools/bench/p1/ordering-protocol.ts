import { type Choices, EventWheel, NO_EVENT } from '../../../rtl-model/kernel/index.js';

/** Asserts that waves with the same key exit in launch order (goals.md, reference ordering protocol). */
export class ExitOrderChecker {
  private readonly tickets: Int32Array;
  private readonly launched: Int32Array;
  private readonly exited: Int32Array;

  constructor(slots: number, keys: number) {
    this.tickets = new Int32Array(slots);
    this.launched = new Int32Array(keys);
    this.exited = new Int32Array(keys);
  }

  onLaunch(slot: number, key: number): void {
    this.tickets[slot] = this.launched[key]++;
  }

  /** @throws Error if an earlier wave with the same key has not exited yet. */
  onExit(slot: number, key: number): void {
    const expected = this.exited[key]++;
    const observed = this.tickets[slot];
    if (observed !== expected) {
      throw new Error(
        `Wrong exit order for key ${key}: expected wave ${expected}, got ${observed} from slot ${slot}`,
      );
    }
  }
}

const WAIT_BINS = 256;

const SLOTS = 16;
const KEYS = 8;
const FIRST_RANDOM = 0x1234567;
const NO_WAVE = -1;

/** Event kinds, in the low bit: a launch, or the exit of the wave whose slot is in the higher bits. */
const LAUNCH = 0;
const EXIT = 1;

/** Size of the wheel. The longest delay is 17 cycles, or 34 ticks. */
const WHEEL_TICKS = 64;

/**
 * Runs the reference ordering protocol (goals.md, P1) as events on the model's kernel, with checks and
 * coverage.
 *
 * A cycle is two ticks of the wheel. In the first tick, sections end and successors enter; in the second, a
 * wave is launched. The number of waves therefore does not depend on the order of ties, and equals that of a
 * cycle-stepped engine.
 */
export class OrderingProtocol {
  /** Number of waves, by cycles from launch to entry. The last bin includes all longer waits. */
  readonly waitCycles = new Uint32Array(WAIT_BINS);
  /** Number of launches, by number of live waves including the new one. */
  readonly occupancy = new Uint32Array(SLOTS + 1);
  private readonly checker = new ExitOrderChecker(SLOTS, KEYS);
  private readonly wheel: EventWheel;
  private readonly keys = new Int32Array(SLOTS);
  private readonly lengths = new Int32Array(SLOTS);
  private readonly launchCycles = new Int32Array(SLOTS);
  /** The slot of the next wave launched with the same key. Not valid for the youngest wave of each key. */
  private readonly successors = new Int32Array(SLOTS);
  private readonly youngest = new Int32Array(KEYS).fill(NO_WAVE);
  private freeSlots = 2 ** SLOTS - 1;
  private liveWaves = 0;
  private endedWaves = 0;
  private random = FIRST_RANDOM;
  private randomCycle = -1;

  /** @param choices breaks ties within a tick; null keeps events in scheduling order. */
  constructor(choices: Choices | null) {
    this.wheel = new EventWheel(WHEEL_TICKS, choices);
  }

  /** Runs the protocol from the start for `cycles` cycles and returns how many waves ended. */
  run(cycles: number): number {
    const wheel = this.wheel;
    const endTick = 2 * cycles;
    wheel.schedule(1, LAUNCH);
    for (let event = wheel.next(); event !== NO_EVENT && wheel.now < endTick; event = wheel.next()) {
      if ((event & 1) === LAUNCH) this.launch();
      else this.exit(event >> 1);
    }
    return this.endedWaves;
  }

  private launch(): void {
    const tick = this.wheel.now;
    const random = this.advanceRandom(tick >> 1);
    const slot = 31 - Math.clz32(this.freeSlots & -this.freeSlots);
    const key = random & 7;
    this.freeSlots ^= 1 << slot;
    this.keys[slot] = key;
    this.lengths[slot] = (random >> 8) & 15;
    this.launchCycles[slot] = tick >> 1;
    this.checker.onLaunch(slot, key);
    this.occupancy[++this.liveWaves]++;
    const older = this.youngest[key];
    this.youngest[key] = slot;
    if (older === NO_WAVE) this.enter(slot, tick + 1);
    else this.successors[older] = slot;
    if (this.freeSlots !== 0) this.wheel.schedule(2, LAUNCH);
  }

  /** Advances the random number generator to a cycle. It steps every cycle, even if no slot is free. */
  private advanceRandom(cycle: number): number {
    let random = this.random;
    for (let steps = cycle - this.randomCycle; steps > 0; steps--) {
      random ^= random << 13;
      random ^= random >>> 17;
      random ^= random << 5;
    }
    this.random = random;
    this.randomCycle = cycle;
    return random;
  }

  private enter(slot: number, tick: number): void {
    this.waitCycles[Math.min((tick >> 1) - this.launchCycles[slot], WAIT_BINS - 1)]++;
    this.wheel.schedule(tick - this.wheel.now + 2 + 2 * this.lengths[slot], (slot << 1) | EXIT);
  }

  private exit(slot: number): void {
    const key = this.keys[slot];
    this.checker.onExit(slot, key);
    this.endedWaves++;
    this.liveWaves--;
    if (this.youngest[key] === slot) this.youngest[key] = NO_WAVE;
    else this.enter(this.successors[slot], this.wheel.now);
    if (this.freeSlots === 0) this.wheel.schedule(1, LAUNCH);
    this.freeSlots |= 1 << slot;
  }
}
