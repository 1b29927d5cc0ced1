import { factsOf, type Gfx, type Instruction, SCALAR, waitsForExportReady } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import { type DeviceContext, makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { ExitTracking } from '../spi/exit-tracker.js';
import { STATUS, type Wave } from '../wave.js';
import { selectedPacker } from './hwreg.js';
import { ParkedWaves } from './parking.js';
import { type ParkPlan, PollLoop } from './poll-loop.js';
import { SLEEP_MASK, SLEEP_UNIT } from './spec.js';

/** The results of polls. */
export const CLEAN_ENTRY = {
  /** Returns the id that a poll reads, given the visible id and the one the wave last read (-1 if none; S-044). */
  id: (visible: number, _last: number): number => visible,
};

/** Returns how many cycles `s_sleep immediate` takes, or 0 if bit 15 makes it endless, which a knob allows (U10). */
export function computeSleepCycles(gfx: Gfx, immediate: number, allowsEndless: boolean): number {
  if (allowsEndless && factsOf(gfx).canSleepForever && (immediate & 0x8000) !== 0) return 0;
  return (immediate & SLEEP_MASK) * SLEEP_UNIT;
}

const PERCENT = 100;

/**
 * The first source number for spurious wakes. Lower numbers are used for waves and queues. Source numbers eventually
 * wrap.
 */
const FIRST_SOURCE = 0x40000000;
const WAKE_MASK = FIRST_SOURCE - 1;

/** The value that a poll reads if no packer is selected (U24). */
const UNSELECTED = {
  ZERO: setting('unselectedPoll', 'zero'),
  LAST: setting('unselectedPoll', 'last'),
  ANYTHING: setting('unselectedPoll', 'anything'),
} as const;

/** Which sleeping waves an exit wakes (U8). */
const WAKE = { IN_TURN: setting('wakeAll', 'in-turn'), ENGINE: setting('wakeAll', 'engine') } as const;

const SLEEP_UNTIL_WAKE = setting('sleepEndless', 'until-wake');
const WAKE_REMEMBERED = setting('wakeRemembered', 'remembered');

/** Whether a poll missed a change to the visible id since the wave's previous poll. */
function isStale({ polling }: Wave, id: number, tracker: ExitTracking | undefined): boolean {
  return tracker !== undefined && id !== tracker.exitingId && tracker.exitingId !== polling.lastShown;
}

/** Handles waiting at the entry to the section: polls, sleeps, wakes, and waits for export-ready. */
export class Entry {
  /** The parked and sleeping waves, by packer. */
  readonly parked: readonly ParkedWaves[];
  private readonly loop: PollLoop;
  private readonly outputs: typeof CLEAN_ENTRY;
  private readonly sources = new Int32Array(PERCENT);
  /** Number of spurious-wake sources used so far. */
  private usedSourceCount = 0;

  constructor(
    private readonly context: DeviceContext,
    private readonly trackers: readonly ExitTracking[],
    scalars: number,
  ) {
    this.parked = trackers.map((tracker) => new ParkedWaves(context, tracker));
    this.outputs = context.outputs(CLEAN_ENTRY);
    this.loop = new PollLoop(context.freedoms, context.lanes, scalars, this.outputs.id);
    context.inject(this);
  }

  /** Executes an instruction that reads the exiting id, using the current value of the selected packer (S-044). */
  poll(wave: Wave, instruction: Instruction): void {
    const packer = selectedPacker(this.context.facts, wave.state.hw);
    assert(packer < 4, 'a packer number fits in two bits');
    const tracker = this.getTracker(packer);
    const id =
      tracker === undefined
        ? this.readUnselectedId(wave)
        : this.outputs.id(tracker.exitingId, wave.polling.lastId);
    const isClean = this.outputs.id === CLEAN_ENTRY.id;
    assert(
      !isClean || tracker === undefined || id === tracker.exitingId,
      'a poll reads the visible exiting id',
    );
    wave.state.s[SCALAR.EXITING_WAVE_ID] = id;
    if (tracker !== undefined) wave.polling.lastEpoch = tracker.epoch;
    const { sink, now } = this.context;
    if (sink && (id !== wave.polling.lastId || isStale(wave, id, tracker))) {
      sink({ kind: 'exiting-id-polled', cycle: now, wave: wave.number, pc: instruction.pc, packer, id });
    }
    wave.polling.lastId = id;
    wave.polling.lastShown = tracker?.exitingId ?? id;
    instruction.execute(wave.state);
    wave.state.next++;
  }

  /** Returns the value that a poll reads while no packer is selected (U24). */
  private readUnselectedId({ polling }: Wave): number {
    const { freedoms, choices } = this.context;
    switch (freedoms.unselectedPoll) {
      case UNSELECTED.LAST:
        return Math.max(polling.lastId, 0);
      case UNSELECTED.ANYTHING:
        return choices.choose(CHOICE.UNSELECTED_POLL, freedoms.idWrap + 1);
      default:
        return 0;
    }
  }

  /**
   * Executes `s_sleep`. Returns false while the wave is asleep. A loop that only polls is parked rather than simulated
   * iteration by iteration.
   */
  sleep(wave: Wave, instruction: Instruction): boolean {
    const { context } = this;
    const { facts, gfx, freedoms } = context;
    const cycles = computeSleepCycles(gfx, instruction.immediate, freedoms.sleepEndless === SLEEP_UNTIL_WAKE);
    wave.state.next++;
    if (cycles === 0 && (instruction.immediate & 0x8000) === 0) return true;
    const packer = selectedPacker(facts, wave.state.hw);
    const tracker = this.getTracker(packer) ?? this.trackers[wave.packer];
    if (this.hasMissedWake(wave, tracker)) return true;
    const { sink, now } = context;
    const { pc } = instruction;
    if (sink) sink({ kind: 'slept', cycle: now, wave: wave.number, pc, duration: cycles });
    if (this.wakesSpuriously()) {
      this.sleepWithoutParking(wave, tracker, context.latency(CHOICE.WAKE_LATENCY, freedoms.wakeLatency));
      wave.polling.wokenByExit = true;
      return false;
    }
    this.sleepOrPark(wave, instruction, tracker, cycles);
    return false;
  }

  /** Whether an exit has occurred since the wave's last poll. If so, its next sleep ends immediately (U9). */
  hasMissedWake({ polling: { lastId, lastEpoch } }: Wave, { epoch }: ExitTracking): boolean {
    const { facts, freedoms } = this.context;
    const remembers = facts.sleepsEndEarly && freedoms.wakeRemembered === WAKE_REMEMBERED;
    return remembers && epoch !== lastEpoch && lastId >= 0;
  }

  /** Makes the wave sleep for the given number of cycles. If its loop only polls, the wave is parked. */
  sleepOrPark(wave: Wave, { index: sleepIndex }: Instruction, tracker: ExitTracking, cycles: number): void {
    const { freedoms } = this.context;
    const last = tracker === this.trackers[wave.packer] ? undefined : tracker.shown + freedoms.idWrap;
    const plan = this.loop.plan(wave, wave.work.program, sleepIndex, wave.state.next, tracker.shown, last);
    if (plan === undefined) this.sleepWithoutParking(wave, tracker, cycles);
    else
      this.findParkedWaves(tracker).park(
        wave,
        this.alsoWakeOnTurn(wave, plan, sleepIndex, tracker),
        this.pollPeriod(cycles, plan.length),
      );
  }

  /**
   * If a fault corrupts polled ids so that none would end the loop, plans to wake the wave on its turn anyway, so that
   * it polls again.
   */
  private alsoWakeOnTurn(wave: Wave, plan: ParkPlan, sleepIndex: number, { shown }: ExitTracking): ParkPlan {
    if (Number.isFinite(plan.target) || this.outputs.id === CLEAN_ENTRY.id) return plan;
    const { program } = wave.work;
    const turn = this.loop.plan(wave, program, sleepIndex, wave.state.next, shown, undefined, CLEAN_ENTRY.id);
    assert(turn === undefined || turn.target > shown, 'the target has not been reached yet');
    return turn ?? plan;
  }

  /** The polling period of a parked loop of `length` instructions, or 0 if an exit wakes it. */
  pollPeriod(sleepCycles: number, length: number): number {
    const { facts, freedoms } = this.context;
    return facts.sleepsEndEarly ? 0 : sleepCycles + length * freedoms.issueGap[1];
  }

  /** Executes `s_wait_event`. Returns false while the wave is waiting for export-ready. */
  waitForEvent(wave: Wave, instruction: Instruction): boolean {
    if (waitsForExportReady(this.context.facts, instruction.immediate) && !wave.exports.ready) {
      wave.status = STATUS.EXPORT_READY;
      return false;
    }
    wave.state.next++;
    const { sink, now } = this.context;
    const { pc, immediate } = instruction;
    if (sink) sink({ kind: 'event-wait-done', cycle: now, wave: wave.number, pc, immediate });
    return true;
  }

  /** Ends a wave's sleep. */
  wake(wave: Wave): void {
    assert(wave.status === STATUS.SLEEPING, 'only a sleeping wave can wake');
    for (const parked of this.parked) parked.removeSleeper(wave);
    const { sink, now } = this.context;
    const by = wave.polling.wokenByExit ? 'exit' : 'time';
    wave.polling.wokenByExit = false;
    if (sink) sink({ kind: 'woken', cycle: now, wave: wave.number, by });
  }

  /** Removes a halting wave from the parked and sleeping waves. */
  forget(wave: Wave): void {
    assert(!wave.isHalted, 'a wave halts only once');
    for (const parked of this.parked) parked.forget(wave);
  }

  /** Called when the exiting id of a packer has changed. */
  exitingIdChanged(packer: number): void {
    assert(packer < this.parked.length, 'every packer has a list of waiters');
    this.context.noteChange();
    this.parked[packer].exitingIdChanged();
    this.wakeSleepers(packer);
  }

  /** Wakes the waves that are waiting for one of the packer's waves to exit (S-048, U8). */
  wakeSleepers(packer: number): void {
    const { wakeAll } = this.context.freedoms;
    const ownWaves = this.parked[packer];
    ownWaves.wake(wakeAll !== WAKE.IN_TURN);
    if (wakeAll !== WAKE.ENGINE) return;
    for (const parked of this.parked) if (parked !== ownWaves) parked.wake(true);
  }

  /** Decides whether a wave going to sleep will be woken by an unrelated exit (U8). */
  private wakesSpuriously(): boolean {
    const { facts, freedoms, choices } = this.context;
    if (freedoms.spuriousWakes === 0 || !facts.sleepsEndEarly) return false;
    // Use new sources each time. With fixed priorities, a polling wave could keep waking forever and hide a hang.
    for (let i = 0; i < PERCENT; i++) this.sources[i] = FIRST_SOURCE | (this.usedSourceCount++ & WAKE_MASK);
    return choices.choose(CHOICE.SPURIOUS_WAKE, PERCENT, this.sources) < freedoms.spuriousWakes;
  }

  /** Returns the tracker to poll for the selected packer, or undefined if no packer is selected (-1). */
  getTracker(packer: number): ExitTracking | undefined {
    return this.trackers[packer];
  }

  /** Makes a wave sleep for the given number of cycles without parking it. 0 means until it is woken. */
  sleepWithoutParking(wave: Wave, tracker: ExitTracking, cycles: number): void {
    assert(wave.status === STATUS.RUNNING && !wave.ended, 'only a running wave can go to sleep');
    const { context } = this;
    wave.status = STATUS.SLEEPING;
    assert(cycles >= 0, 'the sleep time is not negative');
    this.findParkedWaves(tracker).addSleeper(wave);
    if (cycles === 0) return;
    wave.resumeToken = context.wheel.schedule(cycles, makeEvent(UNIT.WAVE, wave.index));
  }

  private findParkedWaves(tracker: ExitTracking): ParkedWaves {
    return this.parked[this.trackers.indexOf(tracker)];
  }
}
