import type { WaveState } from '../arch/index.js';
import { QUAD_COLUMNS } from '../transactions/index.js';
import { makeEntries } from './db/overlap-table.js';
import type { Place } from './placement.js';
import type { Group } from './spi/background/group.js';
import type { DrawPlan } from './spi/draw-plan.js';
import type { WavePlan } from './spi/wave-plan.js';

/** What a wave does or waits for, as the sequencer sees it. */
export const STATUS = {
  FORMED: 0,
  /** An event will run it. */
  RUNNING: 1,
  COUNTER: 2,
  /** `s_sleep` with an event for its end. */
  SLEEPING: 3,
  /** A polling loop without effect: waits for an exiting id, takes part in nothing. */
  PARKED: 4,
  EXPORT_READY: 5,
  EXPORT_SPACE: 6,
  HALTED: 7,
  /** Ended, with operations still outstanding; the slot stays taken (traps.md, "Exports outlive s_endpgm"). */
  DRAINING: 8,
  /** Its request for instructions is queued. */
  FETCH: 9,
  /** At a barrier, before the others of its group. */
  BARRIER: 10,
  /** Its trap handler runs; an event ends it. */
  TRAPPED: 11,
} as const;

/** Indices into `Wave.counters`. */
export const COUNTER = { vm: 0, vs: 1, lgkm: 2, exp: 3 } as const;

/**
 * Paths of a wave on which operations keep their order, beside one a counter: images where they may overtake, parameters,
 * and the global data share.
 */
export const PATH = { image: 4, parameter: 5, globalShare: 6 } as const;
const PATHS = 7;

/** Quads of the largest wave. */
const QUADS_MAX = 16;

/** A loop that a wave never leaves. */
export interface EndlessLoop {
  /** Indices of its first and last instruction. */
  readonly first: number;
  readonly last: number;
  /** `no-way-out`: no path leads from it to an end. `same-state`: each round ends as the one before it. */
  readonly why: 'no-way-out' | 'same-state';
}

/** One wave from its formation to its exit; records are pooled. */
export class Wave {
  /** Running number in the device, in order of formation. */
  number = 0;
  packer = 0;
  /** Running number in its packer; the 10-bit id is this modulo the wrap, plus the start. */
  sequence = 0;
  id = 0;
  /** Of pixel waves only. */
  plan!: DrawPlan;
  /** What launch and sequencer take it for: a pixel wave's `plan`, or the plan of its background work. */
  work!: WavePlan;
  /** Its group, of background waves only. */
  group: Group | undefined;
  quadCount = 0;
  /** `QUAD_COLUMNS` values a quad. */
  readonly quads = new Int32Array(QUADS_MAX * QUAD_COLUMNS);
  /** Stamp of the layer that its quads join (`OverlapTracker.newLayer`). */
  layer = 0;
  /** Bit i: quad i starts a new layer (S-062). */
  intrawaveMask = 0;
  /** Positions in the packer's overlap table that it holds until it retires. */
  readonly entries = makeEntries();
  entryCount = 0;
  didOverlap = false;
  /** Raw newest field of the collision argument. */
  newest = 0;
  /** Waves that this one overlaps and that have not exited; only kept where the export gate needs it (GFX11). */
  pendingOverlaps = 0;
  /** Younger waves to tell about the exit (GFX11). */
  readonly dependents: Wave[] = [];
  refused = false;

  slot = -1;
  /** Where the slot is; set at launch. */
  place!: Place;
  state!: WaveState;
  /** Its start data is staged for the launch (P-011). */
  staged = false;
  /** First dword of its part of the local data share. */
  localFirst = 0;
  localDwords = 0;
  /** First row and number of rows in the vector registers of its SIMD; likewise its SGPRs where waves share them. */
  vectorFirst = 0;
  vectorRows = 0;
  scalarFirst = 0;
  scalarCount = 0;
  /** Number of its part of the private memory, -1 for none. */
  scratchSlot = -1;
  status: number = STATUS.FORMED;
  /** Instructions that the sequencer's buffer holds for it: from the first up to, not including, the end. */
  fetchedFirst = 0;
  fetchedEnd = 0;
  /** Cycle of the event that will run it, -1 for none; an event at another cycle is stale. */
  resumeCycle = -1;
  readonly counters = new Int32Array(4);
  /** Thresholds of the wait that holds the wave, in the order of `COUNTER`. */
  readonly thresholds = new Int32Array(4);
  /** Latest cycles at which operations of a path perform and return, so that each path stays in order. */
  readonly lastPerform = new Float64Array(PATHS);
  readonly lastReturn = new Float64Array(PATHS);
  hasExportSpace = false;
  /** It sent the message that gives its vector registers back. */
  givesUpVectors = false;
  /** Its export space is asked for and has not come. */
  awaitsExportSpace = false;
  exportReady = false;
  exportReadyScheduled = false;
  packerEnabled = false;
  messageSent = false;
  /** A message left it while it had a packer; a trap handler that runs while it is on its way has none. */
  messageHasPacker = false;
  /** Its exit, message or export with done, has left it. */
  exitSent = false;
  messageArrived = false;
  /** Exit events between the wave and its tracker: more than one where it exits twice. */
  exitsOnTheWay = 0;
  ended = false;
  /** Its slot is free again. */
  drained = false;
  /** The exit tracker is done with it. */
  retired = false;
  /** Why it stands still for good; empty while it does not. */
  haltReason = '';
  exited = false;
  /** The export that carries `done` was issued. */
  doneIssued = false;
  /** An exit, not the end of the sleep, will run it. */
  wokenByExit = false;
  /** Last exiting id that a poll reported, -1 for none; and the tracker's epoch then. */
  polledId = -1;
  polledEpoch = 0;
  /** PARKED: when it was parked, and its polling period. */
  parkCycle = 0;
  parkPeriod = 0;
  /** Running number that ends its polling, where it polls; Infinity for one that none ends. */
  parkTarget = 0;
  /** Branches back so far, and the instructions between which the last one went round. */
  rounds = 0;
  roundFirst = -1;
  roundLast = -1;
  /** The loop in which it rests for good, or until something new begins. */
  loop: EndlessLoop | undefined;
  /** Address that its first lane loaded from last, -1 for none. */
  loadedFrom = -1;
  /** Instructions executed so far. */
  executed = 0;

  /** `index` names the record in events. */
  constructor(readonly index: number) {}

  /** Readies the record for a new wave; registers are set by the launch. */
  reset(packer: number, sequence: number, plan: DrawPlan): void {
    this.plan = plan;
    this.restart(packer, sequence, plan);
  }

  /** It will issue nothing any more, and keeps its slot. */
  get isHalted(): boolean {
    return this.haltReason !== '';
  }

  /** It issues nothing, for good or until its loop is looked at again. */
  get rests(): boolean {
    return this.haltReason !== '' || this.loop !== undefined;
  }

  /** Readies the record for a wave of a background group; no packer knows of it. */
  resetBackground(group: Group): void {
    this.restart(0, 0, group.plan);
    this.group = group;
    this.retired = true;
  }

  private restart(packer: number, sequence: number, work: WavePlan): void {
    this.packer = packer;
    this.sequence = sequence;
    this.work = work;
    this.group = undefined;
    this.quadCount = 0;
    this.intrawaveMask = 0;
    this.entryCount = 0;
    this.pendingOverlaps = 0;
    this.dependents.length = 0;
    this.refused = false;
    this.slot = -1;
    this.fetchedFirst = 0;
    this.fetchedEnd = 0;
    this.status = STATUS.FORMED;
    this.counters.fill(0);
    this.lastPerform.fill(0);
    this.lastReturn.fill(0);
    this.hasExportSpace = false;
    this.awaitsExportSpace = false;
    this.givesUpVectors = false;
    this.exportReady = false;
    this.exportReadyScheduled = false;
    this.packerEnabled = false;
    this.messageSent = false;
    this.messageHasPacker = false;
    this.exitSent = false;
    this.messageArrived = false;
    this.exitsOnTheWay = 0;
    this.ended = false;
    this.haltReason = '';
    this.drained = false;
    this.retired = false;
    this.exited = false;
    this.doneIssued = false;
    this.resumeCycle = -1;
    this.wokenByExit = false;
    this.polledId = -1;
    this.polledEpoch = 0;
    this.rounds = 0;
    this.roundFirst = -1;
    this.roundLast = -1;
    this.loop = undefined;
    this.loadedFrom = -1;
    this.executed = 0;
  }
}
