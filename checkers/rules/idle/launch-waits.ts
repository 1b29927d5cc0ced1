import { findMin } from '../../../arch/index.js';
import type { BackgroundLaunched, BackgroundSource, WaveLaunched } from '../../../transactions/index.js';
import { CONTROLLERS, LaunchNeeds } from '../../evidence/facts/launch-needs.js';
import type { BackgroundRecord } from '../../evidence/ledger/background.js';
import type { Judge, Ledgers, RuleCheck, WaveRecord } from '../../kit.js';
import { NEVER } from '../../kit.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';
import { LaunchRoom } from './launch-room.js';

/** Tracks when a wave was last launched, and when each launch controller becomes free. */
class ControllerTimes {
  lastLaunch = NEVER;
  private readonly busyUntil = new Array<number>(CONTROLLERS).fill(NEVER);

  /** The first cycle in which a controller is free. */
  get nextFree(): number {
    return findMin(this.busyUntil);
  }

  start({ controller, cycle, loadCycles }: WaveLaunched | BackgroundLaunched): void {
    this.busyUntil[controller] = cycle + loadCycles;
    this.lastLaunch = cycle;
  }
}

/**
 * Implements IDLE-02 for launches. While a packer's oldest staged wave or the oldest wave of a background source fits
 * into what is free, one wave is launched per cycle, as soon as a controller finishes loading the previous wave (P-066,
 * P-069, P-071). Which wave goes first is up to the hardware: a device other than our own may insist on one, so
 * there the oldest waves of all packers must fit, and background waves are not awaited. After one has started, the next
 * starts as soon as either controller is free, if staging can hold both loads. Our device model, unless it runs a custom
 * design, starts it in that same cycle.
 */
export function checkLaunches(ledgers: Ledgers, judge: Judge, reportLate: LateReport): RuleCheck {
  const launches = new Launches(ledgers, judge, reportLate);
  const { room } = launches;
  return {
    onWave: {
      'wave-formed': (wave, t) => launches.recordFormed(wave, t.cycle),
      'wave-launched': (wave, t) => {
        launches.recordPixelLaunch(wave, t);
        room.take(t.wave, t);
        launches.update(t.cycle);
      },
      'resource-released': (_, t) => {
        room.free(t.wave);
        launches.update(t.cycle);
      },
    },
    'vgprs-released': (t) => {
      room.freeVectors(t.wave);
      launches.update(t.cycle);
    },
    'background-formed': (t) => {
      const record = ledgers.background.find(t.wave);
      if (record !== undefined) launches.recordBackgroundFormed(record, t.cycle);
    },
    'group-allocated': (t) => {
      room.takeGroup(t);
      launches.recordAllocation(t.cycle);
    },
    'group-released': (t) => {
      room.freeGroup(t.wave);
      launches.update(t.cycle);
    },
    'background-allocated': (t) => {
      room.take(t.wave, t);
      launches.recordAllocation(t.cycle);
    },
    'background-released': (t) => {
      room.free(t.wave);
      launches.update(t.cycle);
    },
    'background-launched': (t) => launches.recordBackgroundLaunch(t),
    finish: (end) => launches.finish(end),
  };
}

/** Tracks waiting waves, the room for them, and how long a launch has been possible. */
class Launches {
  readonly room: LaunchRoom;
  private readonly needs: LaunchNeeds;
  /** Pixel waves that have been formed but not launched, oldest first. */
  private readonly waiting: WaveRecord[] = [];
  /** Background waves that have been formed but not launched, oldest first, by source. */
  private readonly work: Readonly<Record<BackgroundSource, BackgroundRecord[]>> = {
    geometry: [],
    compute: [],
  };
  private longestLoad = 1;
  private sawLaunch = false;
  /** The wave that could be launched; undefined if none could. */
  private ready: number | undefined;
  /** The first cycle of the current period in which a launch is possible. Reset by each launch. */
  private since = NEVER;
  /** The first cycle of the current period in which a launch is possible, not reset by launches. */
  private possibleSince = NEVER;
  private readonly controllers = new ControllerTimes();
  private readonly isOurs: boolean;
  /** Number of cycles that a free controller may wait. */
  private readonly slack: number;

  constructor(
    private readonly ledgers: Ledgers,
    private readonly judge: Judge,
    private readonly report: LateReport,
  ) {
    this.needs = new LaunchNeeds(ledgers);
    this.room = new LaunchRoom(ledgers, this.needs);
    // A custom design may need a few cycles before it offers a wave.
    this.isOurs = !ledgers.isForeign && ledgers.scenario.design === undefined;
    this.slack = this.isOurs ? 0 : SLACK_CYCLES;
  }

  recordFormed(wave: WaveRecord, cycle: number): void {
    this.waiting.push(wave);
    this.longestLoad = Math.max(this.longestLoad, this.needs.countLoadCycles(wave, CONTROLLERS));
    this.update(cycle);
  }

  recordBackgroundFormed(record: BackgroundRecord, cycle: number): void {
    this.work[record.source].push(record);
    this.update(cycle);
  }

  recordPixelLaunch(wave: WaveRecord, t: WaveLaunched): void {
    this.recordStart(t);
    remove(this.waiting, wave);
  }

  /** Records that a background group or wave was placed. In our own device, a launch follows in the same cycle. */
  recordAllocation(cycle: number): void {
    if (!this.isOurs) this.update(cycle);
  }

  recordBackgroundLaunch(t: BackgroundLaunched): void {
    this.recordStart(t);
    const record = this.ledgers.background.find(t.wave);
    if (record !== undefined) remove(this.work[record.source], record);
    this.update(t.cycle);
  }

  finish(end: number): void {
    if (this.sawLaunch && this.ready !== undefined) this.checkWait(this.ready, end);
  }

  /** Updates how long a launch has been possible, after a change of what waits or of what is free. */
  update(cycle: number): void {
    // In our own device, only a launch can end such a period.
    if (this.isOurs && this.since !== NEVER) return;
    this.ready = this.findReady();
    if (this.ready === undefined) {
      this.since = NEVER;
      this.possibleSince = NEVER;
      return;
    }
    if (this.since === NEVER) this.since = cycle;
    if (this.possibleSince === NEVER) this.possibleSince = cycle;
  }

  /** Returns a wave that must be launched before long, or undefined if each has a reason to wait. */
  private findReady(): number | undefined {
    const { room, work } = this;
    const { stagedWaves, stagedVertexWaves } = this.ledgers.scenario.freedoms;
    if (!this.isOurs) {
      const oldest = this.listOldest(stagedWaves);
      return oldest.every((wave) => room.fits(wave)) ? oldest[0]?.wave : undefined;
    }
    // While one controller loads a staged wave, that wave's entry is taken.
    const ready = this.listOldest(Math.max(stagedWaves - CONTROLLERS + 1, 1)).find((wave) => room.fits(wave));
    if (ready !== undefined) return ready.wave;
    const background =
      stagedVertexWaves < CONTROLLERS ? [work.compute[0]] : [work.compute[0], work.geometry[0]];
    return background.find((record) => record !== undefined && room.fitsGroup(record))?.wave;
  }

  /** Returns the oldest wave of each packer among the first waiting waves, whose start data is staged (P-011). */
  private listOldest(stagedCount: number): readonly WaveRecord[] {
    const staged = this.waiting.slice(0, stagedCount);
    return staged.filter((wave, index) => staged.findIndex(({ packer }) => packer === wave.packer) === index);
  }

  /**
   * When a wave starts, checks how long a launch has been possible, and how long a controller has been available for it.
   */
  private recordStart(t: WaveLaunched | BackgroundLaunched): void {
    const { lastLaunch, nextFree } = this.controllers;
    const { ready, possibleSince } = this;
    const isReported = ready !== undefined && this.checkWait(t.wave, t.cycle);
    this.controllers.start(t);
    this.sawLaunch = true;
    this.longestLoad = Math.max(this.longestLoad, t.loadCycles);
    this.since = NEVER;
    const wasPossible = possibleSince !== NEVER && lastLaunch >= possibleSince;
    const { stagedWaves } = this.ledgers.scenario.freedoms;
    if (isReported || ready === undefined || !wasPossible || stagedWaves < CONTROLLERS) return;
    this.judge.armed++;
    const due = Math.max(lastLaunch + 1, nextFree);
    if (t.cycle - due > this.slack)
      this.report(ready, '(or another wave) is launched by a free controller', due, t.cycle, this.slack);
  }

  /** Checks whether a wave has waited too long, regardless of the controllers. Returns whether that was reported. */
  private checkWait(wave: number, until: number): boolean {
    if (this.since === NEVER) return false;
    this.judge.armed++;
    const bound = this.longestLoad + SLACK_CYCLES;
    if (until - this.since <= bound) return false;
    this.report(wave, '(or another wave) is launched', this.since, until, bound);
    return true;
  }
}

function remove<T>(list: T[], item: T): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}
