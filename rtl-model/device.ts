import { SCALAR } from '../arch/index.js';
import type { Scenario, TransactionSink } from '../transactions/index.js';
import { CHOICE } from './choice-points.js';
import { DeviceContext, eventOf, indexOf, UNIT, unitOf } from './context.js';
import { PLANES } from './db/granularity.js';
import { OverlapTable } from './db/overlap-table.js';
import { OverlapTracker } from './db/overlap-tracker.js';
import type { Choices } from './kernel/index.js';
import { NO_EVENT } from './kernel/index.js';
import { type LocalCounter, LocalDataShare } from './lds/local-data-share.js';
import { LocalMemory } from './lds/local-memory.js';
import { AddressMap } from './memory/address-map.js';
import { Memory } from './memory/memory.js';
import { Packer } from './sc/packer.js';
import { ScanConverter } from './sc/scan-converter.js';
import { constantCount, type DrawPlan, planDraws, vectorRegisters } from './spi/draw-plan.js';
import { ExitTracker } from './spi/exit-tracker.js';
import { ExportSpace } from './spi/export-space.js';
import { CLEAN_GATE, GATE_FAULTS, type GateOutputs } from './spi/faults.js';
import { Launcher } from './spi/launcher.js';
import { Sequencer } from './sq/sequencer.js';
import { InstructionCache } from './sqc/instruction-cache.js';
import { waitingParties } from './waiting.js';
import { STATUS, Wave } from './wave.js';

/** Bounds of a run; reaching one ends it as inconclusive. */
export interface Budget {
  readonly cycles: number;
  readonly instructions: number;
}

/** `exitAdvance` settings (U1). */
const EXIT_AT = { MESSAGE: 0, WAVE_END: 1, LATER_OF_BOTH: 2 } as const;

/** `drainScope` settings (U19). */
const DRAIN = { PACKER: 0, ENGINE: 1 } as const;

/** The device under test: its units, wired, and the loop that hands events to them. */
export class Device {
  readonly context: DeviceContext;
  readonly scan: ScanConverter;
  readonly packers: readonly Packer[];
  readonly trackers: readonly ExitTracker[];
  readonly launcher: Launcher;
  readonly sequencer: Sequencer;
  /** Waves formed so far. */
  waves = 0;
  private readonly records: Wave[] = [];
  private readonly freeRecords: Wave[] = [];
  private readonly tables: readonly OverlapTable[];
  private readonly exportSpace: readonly ExportSpace[];
  private readonly memory: Memory;
  private readonly instructionCache: InstructionCache;
  private readonly localDataShare: LocalDataShare;
  private readonly map: AddressMap;
  private readonly gate: GateOutputs;

  constructor(scenario: Scenario, choices: Choices, sink: TransactionSink | null) {
    const context = new DeviceContext(scenario, choices, sink);
    this.context = context;
    const plans = planDraws(context, scenario);
    const packerIndices = Array.from({ length: scenario.freedoms.packers }, (_, i) => i);
    this.map = new AddressMap(scenario.memory);
    this.gate = context.outputs(CLEAN_GATE, GATE_FAULTS);
    this.trackers = packerIndices.map((packer) => new ExitTracker(context, packer, this));
    this.exportSpace = packerIndices.map((packer) => new ExportSpace(context, packer));
    const { width, height } = renderArea(plans);
    const samples = plans.some((plan) => plan.ordering.granularity.rate > 0);
    const overlap = new OverlapTracker(context, width, height, samples ? PLANES : 1);
    const positions = Math.ceil(width / 2) * Math.ceil(height / 2);
    this.tables = packerIndices.map(() => new OverlapTable(context, positions));
    this.packers = packerIndices.map(
      (packer) => new Packer(context, packer, this.packerPorts(packer, overlap)),
    );
    this.scan = new ScanConverter(context, plans, this.packers);
    this.launcher = new Launcher(context, this.packers, slotSizes(plans), new LocalMemory(context, plans));
    this.memory = new Memory(context, this.map, {
      accessReturned: (record) => this.sequencer.accessReturned(record),
      accessFaulted: (record, reason) => this.sequencer.halt(record.wave, reason),
    });
    this.instructionCache = new InstructionCache(context, plans);
    this.localDataShare = new LocalDataShare(context, (wave, counter) => this.localReturned(wave, counter));
    this.sequencer = new Sequencer(
      context,
      {
        memory: this.memory,
        instructionCache: this.instructionCache,
        localDataShare: this.localDataShare,
        trackers: this.trackers,
        exitSent: (wave) => this.exitSent(wave),
        waveEnded: (wave) => this.waveEnded(wave),
        waveDrained: (wave) => this.waveDrained(wave),
      },
      plans,
    );
  }

  /** Runs until nothing can move any more, or a budget is used up; true when it stopped by budget. */
  run(budget: Budget): boolean {
    const { wheel, sink } = this.context;
    this.scan.resume();
    for (let event = wheel.next(); event !== NO_EVENT; event = wheel.next()) {
      if (wheel.now > budget.cycles || this.sequencer.instructions > budget.instructions) {
        const cycles = wheel.now > budget.cycles;
        const limit = cycles ? budget.cycles : budget.instructions;
        if (sink)
          sink({ kind: 'stopped', cycle: wheel.now, budget: cycles ? 'cycles' : 'instructions', limit });
        this.dump();
        return true;
      }
      this.dispatch(unitOf(event), indexOf(event));
    }
    if (sink) sink({ kind: 'quiesced', cycle: wheel.now, waiting: waitingParties(this) });
    this.dump();
    return false;
  }

  /** Exit tracker: a full id window may have room. */
  windowMoved(packer: number): void {
    this.packers[packer].retry();
  }

  /** Exit tracker: polls see another id. */
  exitingIdChanged(packer: number): void {
    this.sequencer.entry.exitingIdChanged(packer);
  }

  /** Exit tracker: nobody asks for the wave any more. */
  retired(wave: Wave): void {
    wave.retired = true;
    this.tables[wave.packer].release(wave);
    this.packers[wave.packer].retry();
    this.recycle(wave);
  }

  private dispatch(unit: number, index: number): void {
    switch (unit) {
      case UNIT.WAVE:
        this.sequencer.run(this.records[index]);
        break;
      case UNIT.PERFORM:
        this.memory.perform(index);
        break;
      case UNIT.RETURN:
        this.memory.return(index);
        break;
      case UNIT.WRITE_BACK:
        this.memory.writeBack(index);
        break;
      case UNIT.SCAN:
        this.scan.step();
        break;
      case UNIT.EXPORT_DONE:
        this.exportDone(this.records[index]);
        break;
      case UNIT.EXIT_ARRIVES:
        this.exitArrives(this.records[index]);
        break;
      case UNIT.EXIT_VISIBLE:
        this.trackers[index].arrive();
        break;
      case UNIT.LAUNCH:
        this.launched(this.launcher.launch());
        break;
      case UNIT.EXPORT_SPACE:
        this.exportSpaceGranted(this.records[index]);
        break;
      case UNIT.EXPORT_READY:
        this.exportReady(this.records[index]);
        break;
      case UNIT.LDS:
        this.localDataShare.return(index);
        break;
      case UNIT.FETCH:
        this.instructionCache.step(index);
        break;
      case UNIT.FORMATION_TIMEOUT:
        this.packers[index].timeout();
        break;
      default:
        throw new Error(`no unit ${unit}`);
    }
  }

  private packerPorts(packer: number, overlap: OverlapTracker): ConstructorParameters<typeof Packer>[2] {
    return {
      overlap,
      table: this.tables[packer],
      hasDrained: () => this.hasDrained(packer),
      tracker: this.trackers[packer],
      makeWave: (index, sequence, plan) => this.makeWave(index, sequence, plan),
      nextNumber: () => this.waves++,
      formed: (wave) => this.launcher.request(wave),
      unblocked: () => this.scan.resume(),
    };
  }

  private hasDrained(packer: number): boolean {
    if (this.context.freedoms.drainScope === DRAIN.PACKER) return this.packers[packer].live === 0;
    return this.packers.every((each) => each.live === 0);
  }

  private makeWave(packer: number, sequence: number, plan: DrawPlan): Wave {
    let wave = this.freeRecords.pop();
    if (wave === undefined) {
      wave = new Wave(this.records.length);
      this.records.push(wave);
    }
    wave.reset(packer, sequence, plan);
    return wave;
  }

  /** Frees a record once nothing can come for its wave any more, a ready flag and export space on their way included. */
  private recycle(wave: Wave): void {
    const readyOnTheWay = wave.exportReadyScheduled && !wave.exportReady;
    if (!wave.drained || !wave.retired || wave.awaitsExportSpace || readyOnTheWay) return;
    this.freeRecords.push(wave);
  }

  private launched(wave: Wave | undefined): void {
    // A draw without any export format reserves nothing: GFX11 then never raises export-ready (S-112).
    if (wave === undefined || (this.context.exitsByExport && !wave.plan.reservesExportSpace)) return;
    this.exportSpace[wave.packer].request(wave);
  }

  private exportSpaceGranted(wave: Wave): void {
    wave.hasExportSpace = true;
    wave.awaitsExportSpace = false;
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'sx-alloc', cycle: now, wave: wave.number, packer: wave.packer });
    if (wave.drained) {
      this.exportSpace[wave.packer].free(wave);
      this.recycle(wave);
      return;
    }
    if (wave.status === STATUS.EXPORT_SPACE) this.sequencer.resume(wave);
    this.checkExportReady(wave);
  }

  private exportReady(wave: Wave): void {
    wave.exportReady = true;
    if (wave.status === STATUS.EXPORT_READY) this.sequencer.resume(wave);
    else this.recycle(wave);
  }

  /** GFX11: export-ready means space granted and overlapped waves done, in either order (S-054, U15). */
  private checkExportReady(wave: Wave): void {
    const { context } = this;
    if (!context.exitsByExport || wave.exportReadyScheduled) return;
    if (!wave.hasExportSpace || !this.gate.opens(wave)) return;
    wave.exportReadyScheduled = true;
    const delay = context.latency(CHOICE.EXPORT_READY_LATENCY, context.freedoms.exportReadyLatency);
    context.wheel.schedule(delay, eventOf(UNIT.EXPORT_READY, wave.index));
  }

  private exportDone(wave: Wave): void {
    this.sequencer.exportReturned(wave);
    if (wave.doneIssued && wave.counters[3] === 0) this.exportSpace[wave.packer].free(wave);
  }

  private localReturned(wave: Wave, counter: LocalCounter): void {
    if (counter === 'exp') this.exportDone(wave);
    else this.sequencer.lgkmReturned(wave);
  }

  private exitSent(wave: Wave): void {
    const { context } = this;
    const delay = context.latency(CHOICE.MESSAGE_LATENCY, context.freedoms.messageLatency);
    context.wheel.schedule(delay, eventOf(UNIT.EXIT_ARRIVES, wave.index));
  }

  private exitArrives(wave: Wave): void {
    if (this.context.exitsByExport) {
      this.exitByExport(wave);
      return;
    }
    const { exitAdvance } = this.context.freedoms;
    wave.messageArrived = true;
    this.sequencer.lgkmReturned(wave);
    if (exitAdvance === EXIT_AT.MESSAGE || wave.ended) this.countExit(wave);
  }

  /** A discarded wave may export without having waited: it exits when those do that it overlaps, and stands for. */
  private exitByExport(wave: Wave): void {
    wave.messageArrived = true;
    if (wave.pendingOverlaps === 0) this.countExit(wave);
  }

  private waveEnded(wave: Wave): void {
    const { exitAdvance } = this.context.freedoms;
    if (this.context.exitsByExport) return;
    // A wave that never took part in ordering counts as exited when it ends (U3); one that did stays (U14).
    const silent = !wave.packerEnabled && !wave.messageSent;
    const due = exitAdvance === EXIT_AT.WAVE_END ? wave.messageSent : wave.messageArrived;
    if (silent || (exitAdvance !== EXIT_AT.MESSAGE && due)) this.countExit(wave);
  }

  private countExit(wave: Wave): void {
    this.trackers[wave.packer].exit(wave);
    for (const younger of wave.dependents) {
      younger.pendingOverlaps--;
      if (younger.messageArrived && younger.pendingOverlaps === 0) this.countExit(younger);
      else if (younger.status !== STATUS.FORMED) this.checkExportReady(younger);
    }
    wave.dependents.length = 0;
  }

  private waveDrained(wave: Wave): void {
    if (wave.drained) return;
    wave.drained = true;
    this.exportSpace[wave.packer].free(wave);
    this.launcher.release(wave);
    this.packers[wave.packer].ended();
    for (const packer of this.packers) packer.retry();
    this.recycle(wave);
  }

  private dump(): void {
    const { sink, now } = this.context;
    if (!sink) return;
    for (const { object, offset } of this.map.regions) {
      const words = this.map.words.subarray(offset >> 2, (offset + object.bytes) >> 2);
      sink({ kind: 'memory-dumped', cycle: now, object: object.name, words });
    }
  }
}

/** The area that all draws lie in. */
function renderArea(plans: readonly DrawPlan[]): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(...plans.map((plan) => plan.draw.width), 1),
    height: Math.max(...plans.map((plan) => plan.draw.height), 1),
  };
}

function slotSizes(plans: readonly DrawPlan[]): ConstructorParameters<typeof Launcher>[2] {
  return { vgprs: vectorRegisters(plans), scalars: SCALAR.CONSTANTS + constantCount(plans) };
}
