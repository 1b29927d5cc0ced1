import { type DepthBuffer, type Design, setting } from '../transactions/index.js';
import type { DeviceContext } from './context.js';
import { DesignSlot } from './cosim/design-slot.js';
import { DepthBlock } from './db/depth/depth-block.js';
import { OverlapTable } from './db/overlap-table.js';
import type { OverlapTracker } from './db/overlap-tracker.js';
import { PLANES } from './db/spec.js';
import { GlobalDataShare } from './gds/global-data-share.js';
import { assert } from './kernel/assert.js';
import { NO_TOKEN } from './kernel/index.js';
import { LatencyBursts } from './latency-bursts.js';
import { LocalDataShare, type LocalReturn } from './lds/local-data-share.js';
import { LocalMemory } from './lds/local-memory.js';
import { AddressMap } from './memory/address-map.js';
import { Memory } from './memory/memory.js';
import { OutputMerger } from './rb/output-merger.js';
import type { Formation } from './sc/formation.js';
import { Packer } from './sc/packer.js';
import { ScanConverter } from './sc/scan-converter.js';
import { Arrivals } from './spi/background/arrivals.js';
import { planBackground } from './spi/background/background-plan.js';
import { planDraws } from './spi/draw-plan.js';
import { ExitPath } from './spi/exit-path.js';
import type { ExitTracking } from './spi/exit-tracker.js';
import { ExportGate } from './spi/export-space.js';
import { Launcher } from './spi/launcher.js';
import { Barriers } from './sq/barriers.js';
import { areCountersZero } from './sq/counters.js';
import { Sequencer } from './sq/sequencer.js';
import { InstructionCache } from './sqc/instruction-cache.js';
import { onlyLoopsRemain } from './stillness.js';
import { ExportPath } from './sx/export-path.js';
import { getRenderArea, getSlotSizes, type RenderArea } from './unit-sizes.js';
import { STATUS, type Wave } from './wave.js';
import { WaveRecords } from './wave-records.js';

const DRAINS_PACKER = setting('drainScope', 'packer');

/** The units of the device, their connections, and the stages of a wave's lifetime. */
export class Units {
  readonly scan: ScanConverter;
  readonly packers: readonly Packer[];
  readonly trackers: readonly ExitTracking[];
  readonly launcher: Launcher;
  readonly sequencer: Sequencer;
  /** Number of waves formed so far. */
  waves = 0;
  readonly records = new WaveRecords();
  readonly exits: ExitPath;
  readonly barriers: Barriers;
  readonly arrivals: Arrivals;
  readonly gate: ExportGate;
  readonly depth: DepthBlock | undefined;
  readonly merger: OutputMerger | undefined;
  readonly tables: readonly OverlapTable[];
  readonly exports: ExportPath;
  readonly memory: Memory;
  readonly instructionCache: InstructionCache;
  readonly localDataShare: LocalDataShare;
  readonly globalDataShare: GlobalDataShare;
  readonly map: AddressMap;

  /** Creates the units that a design can replace. */
  readonly designSlot: DesignSlot;

  constructor(
    readonly context: DeviceContext,
    design?: Design,
  ) {
    const { scenario } = context;
    const plans = planDraws(context, scenario);
    const background = planBackground(context, scenario, plans.length);
    const allPlans = [...plans, ...background];
    this.barriers = new Barriers(context);
    this.arrivals = new Arrivals(context, background, {
      makeWave: (group) => this.records.makeBackground(group),
      arrived: (group) => this.launcher.requestGroup(group),
    });
    const packerIndices = Array.from({ length: scenario.freedoms.packers }, (_, i) => i);
    this.map = new AddressMap(scenario.memory, context.memory);
    this.gate = new ExportGate(context);
    this.designSlot = new DesignSlot(context, packerIndices, this, design);
    this.trackers = this.designSlot.createTrackers();
    this.exits = new ExitPath(context, this.trackers, this.gate, (wave) =>
      this.sequencer.messageReturned(wave),
    );
    this.exports = this.makeExportPath();
    const area = getRenderArea(plans);
    const { width, height } = area;
    const { depthBuffer, colourBuffers } = scenario;
    if (depthBuffer !== undefined) this.depth = this.makeDepthBlock(area, depthBuffer);
    if (colourBuffers !== undefined) this.merger = new OutputMerger(context, area, colourBuffers);
    const tracksSamples = plans.some((plan) => plan.ordering.granularity.rate > 0);
    const overlap = this.designSlot.createOverlapTracker(width, height, tracksSamples ? PLANES : 1);
    const formations = this.designSlot.createFormations();
    const positions = Math.ceil(width / 2) * Math.ceil(height / 2);
    this.tables = packerIndices.map(() => new OverlapTable(context, positions));
    this.packers = packerIndices.map(
      (packer) => new Packer(context, packer, this.makePackerPorts(packer, overlap, formations[packer])),
    );
    this.scan = new ScanConverter(context, plans, this.packers, this.depth, () =>
      this.memory.invalidateAllCaches(),
    );
    context.hasStimulusEnded = () => this.scan.finished && this.arrivals.allArrived;
    if (scenario.freedoms.latencyBurst > 0)
      context.bursts = new LatencyBursts(scenario.freedoms, context.choices, context.hasStimulusEnded);
    const queues = this.designSlot.createQueues(this.packers, () => this.launcher.onWaveAvailable());
    this.launcher = new Launcher(context, queues, getSlotSizes(allPlans), new LocalMemory(context, plans));
    this.memory = this.makeMemory();
    this.instructionCache = new InstructionCache(context, allPlans);
    this.localDataShare = new LocalDataShare(context, (wave, kind) => this.localReturned(wave, kind));
    this.globalDataShare = new GlobalDataShare(context, allPlans, (wave) =>
      this.sequencer.dataShareReturned(wave),
    );
    this.sequencer = new Sequencer(context, this.makeSequencerPorts(), allPlans);
  }

  /** Returns the sequencer's connections to the units created before it. */
  private makeSequencerPorts(): ConstructorParameters<typeof Sequencer>[1] {
    return {
      memory: this.memory,
      instructionCache: this.instructionCache,
      localDataShare: this.localDataShare,
      exports: this.exports,
      trackers: this.trackers,
      exitSent: (wave) => this.exits.send(wave),
      vectorsReleased: (wave) => {
        wave.launch.releasesVectors = true;
        this.launcher.releaseVectors(wave);
      },
      waveEnded: (wave) => this.waveEnded(wave),
      barriers: this.barriers,
      waveDrained: (wave) => this.waveDrained(wave),
      onlyLoopsRemain: (isLooping) => onlyLoopsRemain(this, this.context, isLooping),
    };
  }

  private makeMemory(): Memory {
    return new Memory(this.context, this.map, {
      accessReturned: (record) => this.sequencer.accessReturned(record),
      accessFaulted: (record, reason) => this.sequencer.halt(record.wave, reason),
    });
  }

  private makeExportPath(): ExportPath {
    return new ExportPath(this.context, {
      spaceAvailable: (wave) => {
        if (wave.status === STATUS.EXPORT_SPACE) this.sequencer.resume(wave);
      },
      spaceGranted: (wave) => this.exportSpaceGranted(wave),
      driven: (wave, drivenExport) => {
        if (wave.group !== undefined) return;
        this.depth?.onExported(wave, drivenExport);
        this.merger?.exported(wave, drivenExport);
      },
      accessDriven: (wave, instruction, scalars) => this.globalDataShare.access(wave, instruction, scalars),
    });
  }

  private makeDepthBlock(size: RenderArea, clear: DepthBuffer): DepthBlock {
    return new DepthBlock(
      this.context,
      size,
      clear,
      () => this.scan.resume(),
      (number, packer, quads) => {
        this.merger?.tested(number, quads);
        this.merger?.finished(number, packer);
      },
    );
  }

  /** Called by the exit tracker when the id window has moved, so there may now be room in a window that was full. */
  windowMoved(packer: number): void {
    this.designSlot.windowMoved(packer, this.trackers[packer].windowStart);
    this.packers[packer].retry();
  }

  /** Called by the exit tracker when a different id becomes visible to polls. */
  exitingIdChanged(packer: number): void {
    this.sequencer.entry.exitingIdChanged(packer);
  }

  /** Called by the exit tracker when it has counted the wave's exit. */
  exitCounted(wave: Wave): void {
    this.exits.counted(wave);
  }

  /** Called by the exit tracker when the wave's record is no longer needed. */
  retired(wave: Wave): void {
    assert(wave.group === undefined, 'trackers hold only pixel waves');
    assert(!wave.retired, 'a wave retires only once');
    assert(wave.section.exited, 'only an exited wave can retire');
    wave.retired = true;
    this.tables[wave.packer].release(wave.overlap);
    this.packers[wave.packer].retry();
    this.records.recycle(wave);
  }

  private makePackerPorts(
    packer: number,
    overlap: OverlapTracker,
    formation: Formation,
  ): ConstructorParameters<typeof Packer>[2] {
    return {
      overlap,
      table: this.tables[packer],
      hasDrained: () => this.hasDrained(packer),
      tracker: this.trackers[packer],
      formation,
      makeWave: (index, sequence, plan) => this.records.make(index, sequence, plan),
      nextNumber: () => this.waves++,
      onFormed: (wave) => {
        assert(wave.number === this.waves - 1, 'waves are formed in number order');
        assert(wave.packer === packer, 'the wave was formed by this packer');
        this.depth?.onFormed(wave);
        this.merger?.formed(wave);
        this.launcher.request(wave);
      },
      onUnblocked: () => this.scan.resume(),
    };
  }

  private hasDrained(packer: number): boolean {
    if (this.context.freedoms.drainScope === DRAINS_PACKER) return this.packers[packer].liveWaves === 0;
    return this.packers.every((other) => other.liveWaves === 0);
  }

  /** Called after a launch attempt, with the wave that was launched, or undefined if none could launch. */
  launched(wave: Wave | undefined): void {
    assert(wave === undefined || wave.slot >= 0, 'a started wave has a slot');
    assert(wave === undefined || wave.resumeToken !== NO_TOKEN, 'a started wave is scheduled to run');
    if (wave !== undefined) this.exports.launched(wave);
  }

  private exportSpaceGranted(wave: Wave): void {
    assert(!wave.exports.awaitsSpace, 'a wave stops waiting once space is granted');
    assert(wave.exports.hasSpace || wave.drained, 'a running wave keeps granted space');
    if (wave.drained) this.records.recycle(wave);
    else if (wave.group === undefined) this.gate.check(wave);
  }

  /** Handles an `EXIT_ARRIVES` event. A second export with `done` may arrive after its wave has ended. */
  exitArrives(wave: Wave): void {
    const isFinished = wave.drained && wave.retired;
    this.exits.arrive(wave);
    if (isFinished) this.records.recycle(wave);
  }

  /** Handles an `EXPORT_READY` event: the wave may enter its section (S-054). */
  exportReady(wave: Wave): void {
    assert(wave.exports.readyScheduled, 'the flag was sent before it arrived');
    assert(!wave.exports.ready, 'the flag arrives only once');
    wave.exports.ready = true;
    if (wave.status === STATUS.EXPORT_READY) this.sequencer.resume(wave);
    else this.records.recycle(wave);
  }

  /** Handles an `EXPORT_DONE` event or the arrival of a parameter by decrementing `exp`. */
  exportDone(wave: Wave): void {
    assert(wave.slot >= 0 && !wave.drained, 'a wave outlives its exports');
    this.sequencer.exportReturned(wave);
    this.exports.returned(wave);
    if (!wave.drained) this.launcher.releaseVectors(wave);
  }

  private localReturned(wave: Wave, kind: LocalReturn): void {
    assert(wave.slot >= 0, 'a wave outlives its local accesses');
    if (kind === 'parameter') this.exportDone(wave);
    else this.sequencer.dataShareReturned(wave);
  }

  private waveEnded(wave: Wave): void {
    assert(wave.ended, "the wave's program has ended");
    assert(wave.status === STATUS.DRAINING && wave.slot >= 0, 'a draining wave keeps its slot');
    this.exits.waveEnded(wave);
    if (wave.group !== undefined) this.barriers.onWaveEnded(wave.group);
  }

  private waveDrained(wave: Wave): void {
    if (wave.drained) return;
    assert(wave.ended, 'only an ended wave can drain');
    assert(areCountersZero(wave), 'a drained wave has no outstanding operations');
    assert(wave.slot >= 0, 'a draining wave still has its slot');
    wave.drained = true;
    if (wave.group === undefined) this.finishOutputs(wave);
    this.exports.drained(wave);
    this.launcher.release(wave);
    if (wave.group === undefined) this.pixelWaveDrained(wave);
    this.records.recycle(wave);
  }

  private finishOutputs(wave: Wave): void {
    if (this.depth?.awaits(wave)) this.depth.onFinished(wave);
    else this.merger?.finished(wave.number, wave.packer);
  }

  private pixelWaveDrained(wave: Wave): void {
    assert(wave.number < this.waves, 'only a formed wave can drain');
    this.packers[wave.packer].ended();
    for (const packer of this.packers) packer.retry();
    this.scan.waveEnded();
  }
}
