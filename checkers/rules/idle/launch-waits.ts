import { chipOf, countSlots, findMin } from '../../../arch/index.js';
import type { GroupAllocated, WaveLaunched } from '../../../transactions/index.js';
import { CONTROLLERS, LaunchNeeds } from '../../evidence/facts/launch-needs.js';
import type { Handlers, Judge, Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { NEVER } from '../../kit.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';
import { LaunchRoom } from './launch-room.js';

/** The part of a launch report that pixel and background waves have in common. */
type Start = Pick<WaveLaunched, 'cycle' | 'controller' | 'loadCycles'>;

/** Tracks when a wave was last launched, and when each launch controller becomes free. */
class ControllerTimes {
  lastLaunch = NEVER;
  private readonly busyUntil = new Array<number>(CONTROLLERS).fill(NEVER);

  /** The first cycle in which a controller is free. */
  get nextFree(): number {
    return findMin(this.busyUntil);
  }

  start({ controller, cycle, loadCycles }: Start): void {
    this.busyUntil[controller] = cycle + loadCycles;
    this.lastLaunch = cycle;
  }
}

/**
 * Implements IDLE-02 for launches. While waves are waiting, a slot is free, and the oldest staged wave of each packer
 * is guaranteed to fit in any slot, one wave is launched per cycle across all packers and background work, as soon as a
 * controller finishes loading the previous wave (P-066, P-069, P-071). Which wave goes first is up to the hardware.
 * After one has started, the next starts as soon as either controller is free, if staging can hold both loads. Our
 * device model, unless it runs a custom design, starts it in that same cycle.
 */
export function checkLaunches(ledgers: Ledgers, judge: Judge, reportLate: LateReport): RuleCheck {
  const launches = new PixelLaunches(ledgers, judge, reportLate);
  return {
    ...createBackgroundHandlers(ledgers, launches),
    onWave: {
      'wave-formed': (wave, t) => launches.recordFormed(wave, t.cycle),
      'wave-launched': (wave, t) => launches.recordLaunched(wave, t),
      'resource-released': (wave, t) => launches.recordReleased(wave, t.cycle),
    },
    finish: (end) => launches.finish(end),
  };
}

/** Tracks waiting pixel waves, the room for them, and how long a launch has been possible. */
class PixelLaunches {
  readonly room: LaunchRoom;
  private readonly needs: LaunchNeeds;
  /** Waves that have been formed but not launched, oldest first. */
  private readonly waiting: WaveRecord[] = [];
  private longestLoad = 1;
  private slotsHeld = 0;
  private sawLaunch = false;
  /** The first cycle of the current period in which a launch is possible. Reset by each launch. */
  private since = NEVER;
  /** The first cycle of the current period in which a launch is possible, not reset by launches. */
  private possibleSince = NEVER;
  private readonly controllers = new ControllerTimes();
  private readonly slotCount: number;
  private readonly stagedWaves: number;
  /** Number of cycles that a free controller may wait. */
  private readonly slack: number;

  constructor(
    ledgers: Ledgers,
    private readonly judge: Judge,
    private readonly report: LateReport,
  ) {
    const { freedoms, chip } = ledgers.scenario;
    this.needs = new LaunchNeeds(ledgers);
    this.room = new LaunchRoom(ledgers, this.needs);
    this.slotCount = Math.min(freedoms.waveSlots, countSlots(chipOf(chip)));
    this.stagedWaves = freedoms.stagedWaves;
    // A custom design may need a few cycles before it offers a wave.
    const isOurs = !ledgers.isForeign && ledgers.scenario.design === undefined;
    this.slack = isOurs ? 0 : SLACK_CYCLES;
  }

  recordFormed(wave: WaveRecord, cycle: number): void {
    this.waiting.push(wave);
    this.longestLoad = Math.max(this.longestLoad, this.needs.countLoadCycles(wave, CONTROLLERS));
    this.update(cycle);
  }

  recordLaunched(wave: WaveRecord, t: WaveLaunched): void {
    this.checkStart(t, this.checkWave(wave, t.cycle));
    this.sawLaunch = true;
    const index = this.waiting.indexOf(wave);
    if (index >= 0) this.waiting.splice(index, 1);
    this.slotsHeld++;
    this.room.take(wave, t.simd);
    this.since = NEVER;
    this.update(t.cycle);
  }

  recordReleased(wave: WaveRecord, cycle: number): void {
    this.slotsHeld--;
    this.room.free(wave);
    this.update(cycle);
  }

  /** Records that a background wave or group has allocated or released resources, including `slotCount` wave slots. */
  recordResourceChange(slotCount: number, cycle: number): void {
    this.slotsHeld += slotCount;
    this.update(cycle);
  }

  recordBackgroundLaunch(t: Start): void {
    this.checkStart(t, false);
    this.longestLoad = Math.max(this.longestLoad, t.loadCycles);
    this.since = NEVER;
    this.update(t.cycle);
  }

  finish(end: number): void {
    const [first] = this.waiting;
    if (this.sawLaunch && first !== undefined) this.checkWave(first, end);
  }

  /** Whether each packer's oldest wave fits, counting only waves whose start data can be staged (P-011). */
  private oldestWavesFit(): boolean {
    const staged = Math.min(this.waiting.length, this.stagedWaves);
    for (let index = 0; index < staged; index++)
      if (this.isOldest(index) && !this.room.isGuaranteedToFit(this.waiting[index])) return false;
    return true;
  }

  /** Whether the wave at an index is the oldest of its packer. */
  private isOldest(index: number): boolean {
    const { waiting } = this;
    for (let older = 0; older < index; older++)
      if (waiting[older].packer === waiting[index].packer) return false;
    return true;
  }

  private update(cycle: number): void {
    const isPossible = this.waiting.length > 0 && this.slotsHeld < this.slotCount && this.oldestWavesFit();
    if (!isPossible) {
      this.since = NEVER;
      this.possibleSince = NEVER;
      return;
    }
    if (this.since === NEVER) this.since = cycle;
    if (this.possibleSince === NEVER) this.possibleSince = cycle;
  }

  /**
   * When a pixel or background wave starts, checks how long a controller has been available to the oldest waiting wave,
   * unless a late launch was already reported.
   */
  private checkStart(t: Start, isReported: boolean): void {
    const { lastLaunch, nextFree } = this.controllers;
    const [first] = this.waiting;
    this.controllers.start(t);
    const wasPossible = this.possibleSince !== NEVER && lastLaunch >= this.possibleSince;
    if (isReported || first === undefined || !wasPossible || this.stagedWaves < CONTROLLERS) return;
    this.judge.armed++;
    const due = Math.max(lastLaunch + 1, nextFree);
    if (t.cycle - due > this.slack)
      this.report(first.wave, '(or another wave) is launched by a free controller', due, t.cycle, this.slack);
  }

  /** Checks whether a wave has waited too long, regardless of the controllers. Returns whether that was reported. */
  private checkWave(wave: WaveRecord, until: number): boolean {
    if (this.since === NEVER) return false;
    this.judge.armed++;
    const bound = this.longestLoad + SLACK_CYCLES;
    if (until - this.since <= bound) return false;
    this.report(wave.wave, '(or another wave) is launched', this.since, until, bound);
    return true;
  }
}

/**
 * Creates handlers that track how background work affects launches of pixel waves: it allocates resources, and its
 * launches occupy the controllers.
 */
function createBackgroundHandlers(ledgers: Ledgers, launches: PixelLaunches): Handlers {
  const { room } = launches;
  const { background } = ledgers;
  const groups = new Map<number, GroupAllocated>();
  return {
    'group-allocated': (t) => {
      groups.set(t.wave, { ...t });
      room.changeLds(t.wgp, t.localDwords, 1);
      launches.recordResourceChange(0, t.cycle);
    },
    'group-released': (t) => {
      const group = groups.get(t.wave);
      if (group === undefined) return;
      groups.delete(t.wave);
      room.changeLds(group.wgp, group.localDwords, -1);
      launches.recordResourceChange(0, t.cycle);
    },
    'background-allocated': (t) => {
      room.changeHeld(t.simd, t.holds, 1);
      launches.recordResourceChange(1, t.cycle);
    },
    'background-released': (t) => {
      const record = background.find(t.wave);
      if (record?.resources === undefined) return;
      room.changeHeld(record.simd, record.resources, -1);
      launches.recordResourceChange(-1, t.cycle);
    },
    'background-launched': (t) => launches.recordBackgroundLaunch(t),
  };
}
