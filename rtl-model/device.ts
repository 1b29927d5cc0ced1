import { SCALAR } from '../arch/index.js';
import type { Scenario, TransactionSink } from '../transactions/index.js';
import { DeviceContext, indexOf, UNIT, unitOf } from './context.js';
import { DepthBlock } from './db/depth/depth-block.js';
import { PLANES } from './db/granularity.js';
import { OverlapTable } from './db/overlap-table.js';
import { OverlapTracker } from './db/overlap-tracker.js';
import { GlobalDataShare } from './gds/global-data-share.js';
import type { Choices } from './kernel/index.js';
import { NO_EVENT } from './kernel/index.js';
import { type LocalCounter, LocalDataShare } from './lds/local-data-share.js';
import { LocalMemory } from './lds/local-memory.js';
import { AddressMap } from './memory/address-map.js';
import { Memory } from './memory/memory.js';
import { OutputMerger } from './rb/output-merger.js';
import { Packer } from './sc/packer.js';
import { ScanConverter } from './sc/scan-converter.js';
import { Arrivals } from './spi/background/arrivals.js';
import { planBackground } from './spi/background/background-plan.js';
import { type DrawPlan, INPUT_REGISTERS, planDraws } from './spi/draw-plan.js';
import { ExitPath } from './spi/exit-path.js';
import { ExitTracker } from './spi/exit-tracker.js';
import { ExportGate } from './spi/export-gate.js';
import { Launcher } from './spi/launcher.js';
import { constantCount, vectorRegisters, type WavePlan } from './spi/wave-plan.js';
import { Barriers } from './sq/barriers.js';
import { Sequencer } from './sq/sequencer.js';
import { InstructionCache } from './sqc/instruction-cache.js';
import { ExportPath } from './sx/export-path.js';
import { waitingParties } from './waiting.js';
import { STATUS, type Wave } from './wave.js';
import { WaveRecords } from './wave-records.js';

/** Bounds of a run; reaching one ends it as inconclusive. */
export interface Budget {
  readonly cycles: number;
  readonly instructions: number;
}

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
  private readonly records = new WaveRecords();
  private readonly exits: ExitPath;
  private readonly barriers: Barriers;
  private readonly arrivals: Arrivals;
  private readonly gate: ExportGate;
  private readonly depth: DepthBlock | undefined;
  private readonly merger: OutputMerger | undefined;
  private readonly tables: readonly OverlapTable[];
  private readonly exports: ExportPath;
  private readonly memory: Memory;
  private readonly instructionCache: InstructionCache;
  private readonly localDataShare: LocalDataShare;
  private readonly globalDataShare: GlobalDataShare;
  private readonly map: AddressMap;

  constructor(scenario: Scenario, choices: Choices, sink: TransactionSink | null) {
    const context = new DeviceContext(scenario, choices, sink);
    this.context = context;
    const plans = planDraws(context, scenario);
    const background = planBackground(context, scenario, plans.length);
    const allPlans = [...plans, ...background];
    this.barriers = new Barriers(context);
    this.arrivals = new Arrivals(context, background, {
      makeWave: (group) => this.records.makeBackground(group),
      arrived: (group) => this.launcher.requestGroup(group),
    });
    const packerIndices = Array.from({ length: scenario.freedoms.packers }, (_, i) => i);
    this.map = new AddressMap(scenario.memory);
    this.gate = new ExportGate(context);
    this.trackers = packerIndices.map((packer) => new ExitTracker(context, packer, this));
    this.exits = new ExitPath(context, this.trackers, this.gate, (wave) =>
      this.sequencer.messageReturned(wave),
    );
    this.exports = new ExportPath(context, {
      spaceAwaited: (wave) => {
        if (wave.status === STATUS.EXPORT_SPACE) this.sequencer.resume(wave);
      },
      spaceCame: (wave) => this.exportSpaceCame(wave),
      driven: (wave, driven) => {
        if (wave.group !== undefined) return;
        this.depth?.exported(wave, driven);
        this.merger?.exported(wave, driven);
      },
      accessDriven: (wave, instruction, carried) => this.globalDataShare.access(wave, instruction, carried),
    });
    const { width, height } = renderArea(plans);
    const { depthBuffer } = scenario;
    if (depthBuffer !== undefined)
      this.depth = new DepthBlock(
        context,
        { width, height },
        depthBuffer,
        () => this.scan.resume(),
        (number, packer, quads) => {
          this.merger?.tested(number, quads);
          this.merger?.finished(number, packer);
        },
      );
    this.merger = outputMerger(context, plans, { width, height });
    const samples = plans.some((plan) => plan.ordering.granularity.rate > 0);
    const overlap = new OverlapTracker(context, width, height, samples ? PLANES : 1);
    const positions = Math.ceil(width / 2) * Math.ceil(height / 2);
    this.tables = packerIndices.map(() => new OverlapTable(context, positions));
    this.packers = packerIndices.map(
      (packer) => new Packer(context, packer, this.packerPorts(packer, overlap)),
    );
    this.scan = new ScanConverter(context, plans, this.packers, this.depth);
    this.launcher = new Launcher(context, this.packers, slotSizes(allPlans), new LocalMemory(context, plans));
    this.memory = new Memory(context, this.map, {
      accessReturned: (record) => this.sequencer.accessReturned(record),
      accessFaulted: (record, reason) => this.sequencer.halt(record.wave, reason),
    });
    this.instructionCache = new InstructionCache(context, allPlans);
    this.localDataShare = new LocalDataShare(context, (wave, counter) => this.localReturned(wave, counter));
    this.globalDataShare = new GlobalDataShare(context, allPlans, (wave) =>
      this.sequencer.lgkmReturned(wave),
    );
    this.sequencer = new Sequencer(
      context,
      {
        memory: this.memory,
        instructionCache: this.instructionCache,
        localDataShare: this.localDataShare,
        exports: this.exports,
        trackers: this.trackers,
        exitSent: (wave) => this.exits.send(wave),
        vectorsGivenUp: (wave) => {
          wave.givesUpVectors = true;
          this.launcher.releaseVectors(wave);
        },
        waveEnded: (wave) => this.waveEnded(wave),
        barriers: this.barriers,
        waveDrained: (wave) => this.waveDrained(wave),
      },
      allPlans,
    );
  }

  /** Runs until nothing can move any more, or a budget is used up; true when it stopped by budget. */
  run(budget: Budget): boolean {
    const { wheel, sink } = this.context;
    this.scan.resume();
    this.arrivals.start();
    for (let event = this.nextEvent(); event !== NO_EVENT; event = this.nextEvent()) {
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

  /** The next event; where none is left, partial waves that waited for that go first (ON_HANG_ONLY). */
  private nextEvent(): number {
    const { wheel } = this.context;
    const event = wheel.next();
    if (event !== NO_EVENT) return event;
    const launched = this.packers.filter((packer) => packer.launchPartialWave());
    return launched.length === 0 ? NO_EVENT : wheel.next();
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
    this.records.recycle(wave);
  }

  private dispatch(unit: number, index: number): void {
    switch (unit) {
      case UNIT.WAVE:
        this.sequencer.run(this.records.at(index));
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
        this.exportDone(this.records.at(index));
        break;
      case UNIT.EXIT_ARRIVES:
        this.exits.arrive(this.records.at(index));
        break;
      case UNIT.EXIT_VISIBLE:
        this.trackers[index].arrive();
        break;
      case UNIT.LAUNCH:
        this.launched(this.launcher.launch());
        break;
      case UNIT.EXPORT_SPACE:
        this.exports.allocated(this.records.at(index));
        break;
      case UNIT.EXPORT_READY:
        this.exportReady(this.records.at(index));
        break;
      case UNIT.EXPORT_BUS:
        this.exports.arbitrate();
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
      case UNIT.GDS:
        this.globalDataShare.return(index);
        break;
      case UNIT.BACKGROUND:
        this.arrivals.step(index);
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
      makeWave: (index, sequence, plan) => this.records.make(index, sequence, plan),
      nextNumber: () => this.waves++,
      formed: (wave) => {
        this.depth?.formed(wave);
        this.merger?.formed(wave);
        this.launcher.request(wave);
      },
      unblocked: () => this.scan.resume(),
    };
  }

  private hasDrained(packer: number): boolean {
    if (this.context.freedoms.drainScope === DRAIN.PACKER) return this.packers[packer].live === 0;
    return this.packers.every((each) => each.live === 0);
  }

  private launched(wave: Wave | undefined): void {
    if (wave !== undefined) this.exports.launched(wave);
  }

  private exportSpaceCame(wave: Wave): void {
    if (wave.drained) this.records.recycle(wave);
    else if (wave.group === undefined) this.gate.check(wave);
  }

  private exportReady(wave: Wave): void {
    wave.exportReady = true;
    if (wave.status === STATUS.EXPORT_READY) this.sequencer.resume(wave);
    else this.records.recycle(wave);
  }

  private exportDone(wave: Wave): void {
    this.sequencer.exportReturned(wave);
    this.exports.returned(wave);
    if (!wave.drained) this.launcher.releaseVectors(wave);
  }

  private localReturned(wave: Wave, counter: LocalCounter): void {
    if (counter === 'exp') this.exportDone(wave);
    else this.sequencer.lgkmReturned(wave);
  }

  private waveEnded(wave: Wave): void {
    this.exits.waveEnded(wave);
    if (wave.group !== undefined) this.barriers.ended(wave.group);
  }

  private waveDrained(wave: Wave): void {
    if (wave.drained) return;
    wave.drained = true;
    if (wave.group === undefined) this.colourOrDepthFinished(wave);
    this.exports.drained(wave);
    this.launcher.release(wave);
    if (wave.group === undefined) this.pixelWaveDrained(wave);
    this.records.recycle(wave);
  }

  private colourOrDepthFinished(wave: Wave): void {
    if (this.depth?.awaits(wave)) this.depth.finished(wave);
    else this.merger?.finished(wave.number, wave.packer);
  }

  private pixelWaveDrained(wave: Wave): void {
    this.packers[wave.packer].ended();
    for (const packer of this.packers) packer.retry();
    this.scan.waveEnded();
  }

  private dump(): void {
    const { sink, now } = this.context;
    if (!sink) return;
    for (const { object, offset } of this.map.regions) {
      const words = this.map.words.subarray(offset >> 2, (offset + object.bytes) >> 2);
      sink({ kind: 'memory-dumped', cycle: now, object: object.name, words });
    }
    this.globalDataShare.dump();
    this.depth?.dump();
    this.merger?.dump();
  }
}

/** The output merger, where the scenario has colour buffers for it. */
function outputMerger(
  context: DeviceContext,
  plans: readonly DrawPlan[],
  { width, height }: { readonly width: number; readonly height: number },
): OutputMerger | undefined {
  const { colourBuffers } = context.scenario;
  if (colourBuffers === undefined) return undefined;
  const samples = Math.max(...plans.map((plan) => plan.draw.samples), 1);
  return new OutputMerger(context, { width, height, samples }, colourBuffers);
}

/** The area that all draws lie in. */
function renderArea(plans: readonly DrawPlan[]): { readonly width: number; readonly height: number } {
  return {
    width: Math.max(...plans.map((plan) => plan.draw.width), 1),
    height: Math.max(...plans.map((plan) => plan.draw.height), 1),
  };
}

function slotSizes(plans: readonly WavePlan[]): ConstructorParameters<typeof Launcher>[2] {
  return { vgprs: vectorRegisters(plans, INPUT_REGISTERS), scalars: SCALAR.CONSTANTS + constantCount(plans) };
}
