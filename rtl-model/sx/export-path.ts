import {
  type ExportOperation,
  type ExportType,
  getExportType,
  type Instruction,
  SCALAR,
} from '../../arch/index.js';
import { CapturedScalars } from '../captured-scalars.js';
import { CHOICE } from '../choice-points.js';
import { type DeviceContext, makeEvent, UNIT } from '../context.js';
import { EXPORTS } from '../counters.js';
import { haveWideEffects } from '../fault-reach.js';
import { assert } from '../kernel/assert.js';
import { ExportSpace } from '../spi/export-space.js';
import type { Wave } from '../wave.js';
import { countUp } from '../wave-counters.js';
import { CLEAN_ARBITER, ExportArbiter, type ExportRequest } from './export-arbiter.js';
import { type DrivenExport, makeExportData, readExport } from './export-data.js';
import { deriveExportSpec } from './spec.js';

/** A wave's pending request for the bus. */
interface WaveRequest extends ExportRequest {
  readonly wave: Wave;
  readonly instruction: Instruction;
}

interface WaveExport extends WaveRequest {
  readonly type: Exclude<ExportType, 'gds'>;
}

interface WaveAccess extends WaveRequest {
  readonly type: 'gds';
  /** M0 when the access was issued. */
  readonly scalars: CapturedScalars;
}

/** Reported for GDS accesses, which have no target. */
const NO_OPERATION = { target: -1, enabled: 0, compressed: false } as const;

/** Shared by exports that carry no data. */
const NO_DATA = new Int32Array(0);

function reportRequested(
  { sink, now }: DeviceContext,
  { wave, instruction, type, index }: WaveExport | WaveAccess,
): void {
  const { pc } = instruction;
  if (sink) sink({ kind: 'export-requested', cycle: now, wave: wave.number, pc, type, index });
}

function reportGranted(
  { sink, now }: DeviceContext,
  { wave, instruction, type, index }: WaveExport | WaveAccess,
  data: Int32Array,
): void {
  if (!sink) return;
  const { pc, export: operation = NO_OPERATION } = instruction;
  const { target, enabled, compressed } = operation;
  const payload = { target, enabled, compressed, ...readExec(wave), data };
  sink({ kind: 'export-granted', cycle: now, wave: wave.number, pc, type, index, ...payload });
}

/** Returns EXEC, which an export or access reads when it is granted the bus. */
function readExec({ state: { s, lanes } }: Wave): Pick<DrivenExport, 'lanesLo' | 'lanesHi'> {
  return { lanesLo: s[SCALAR.EXEC_LO], lanesHi: lanes === 64 ? s[SCALAR.EXEC_HI] : 0 };
}

function reportSpace({ sink, now }: DeviceContext, kind: 'sx-alloc' | 'sx-freed', wave: Wave): void {
  if (sink) sink({ kind, cycle: now, wave: wave.number, packer: getPacker(wave) });
}

/** Returns the packer of a pixel wave, or -1 for a background wave. */
function getPacker({ group, packer }: Wave): number {
  return group === undefined ? packer : -1;
}

/** Receives the events of the export path. */
interface ExportPorts {
  spaceAvailable(wave: Wave): void;
  spaceGranted(wave: Wave): void;
  driven(wave: Wave, drivenExport: DrivenExport): void;
  /** Called when a GDS access is driven onto the bus, with M0 as it was when issued. */
  accessDriven(wave: Wave, instruction: Instruction, scalars: CapturedScalars): void;
}

/** The colour export buffer of one packer, or a position buffer, with its space as seen by SX and by SPI (P-088, P-090). */
interface BufferSpace {
  /** The numbers of the waves that hold space, which SX records independently of SPI's count. */
  readonly holders: Set<number>;
  readonly space: ExportSpace;
}

/** The data of the export on the bus, by wave size. */
const DATA = { 32: makeExportData(32), 64: makeExportData(64) };

/** Handles the waves' exports, from requesting space to writing SX's buffers (P-077 to P-092). */
export class ExportPath {
  /** Delay in cycles before the next arbitration, counted from a request or from the previous arbitration (P-082). */
  readonly arbitrationCycles: number = 1;
  private readonly arbiter: ExportArbiter<WaveExport | WaveAccess>;
  private readonly colours: readonly BufferSpace[];
  /** Position buffers, indexed by number, with SX's state and SPI's count. */
  private readonly positions: readonly BufferSpace[];
  /** Whether a fault may affect state used by exports. */
  private readonly mayBeFaulty: boolean;
  /** Whether arbitration is scheduled, per buffer if buffers arbitrate separately, otherwise in entry 0. */
  private readonly isArbitrationScheduled: boolean[];

  constructor(
    private readonly context: DeviceContext,
    private readonly ports: ExportPorts,
  ) {
    this.arbiter = new ExportArbiter(deriveExportSpec(context.freedoms), context.outputs(CLEAN_ARBITER));
    const { packers, exportSpace, positionBuffers, positionSpace } = context.freedoms;
    const makeBuffers = (count: number, capacity: number, isPosition: boolean): BufferSpace[] =>
      Array.from({ length: count }, () => ({
        holders: new Set(),
        space: new ExportSpace(context, capacity, isPosition),
      }));
    this.colours = makeBuffers(packers, exportSpace, false);
    this.positions = makeBuffers(positionBuffers, positionSpace, true);
    this.mayBeFaulty = haveWideEffects(context.scenario.faults);
    this.isArbitrationScheduled = Array.from({ length: packers }, () => false);
    context.inject(this);
  }

  /** Called when the wave has started: SPI reserves export space for it if its draw needs any (P-077, S-110). */
  launched(wave: Wave): void {
    assert(wave.slot >= 0, 'a started wave has a slot');
    if (wave.work.reservesExportSpace) this.findSpace(wave).space.request(wave);
  }

  /** Handles an `EXPORT_SPACE` event: the allocation reaches the wave (P-080). */
  allocated(wave: Wave): void {
    assert(wave.exports.awaitsSpace && !wave.exports.hasSpace, 'only requested space is granted');
    wave.exports.hasSpace = true;
    wave.exports.awaitsSpace = false;
    const { holders, space } = this.findSpace(wave);
    assert(!holders.has(wave.number), 'a wave is granted space only once');
    holders.add(wave.number);
    assert(holders.size <= space.granted, 'SX never holds more space than SPI granted');
    reportSpace(this.context, 'sx-alloc', wave);
    if (wave.drained) this.release(wave);
    else this.resume(wave);
    this.ports.spaceGranted(wave);
  }

  /** Lets a wave that was waiting for space continue (P-079). */
  resume(wave: Wave): void {
    this.ports.spaceAvailable(wave);
  }

  /** Whether the wave is allowed to export yet (P-078). */
  mayExport({ exports }: Wave): boolean {
    return exports.hasSpace;
  }

  /** Whether each buffer's exports are always granted strictly by age. */
  get grantsByAge(): boolean {
    const { scenario } = this.context;
    return scenario.background === undefined && !this.mayBeFaulty;
  }

  /**
   * Whether buffers arbitrate separately. When events are untimed, it makes no difference whether exports to different
   * buffers happen in the same cycle or in separate ones.
   */
  private get arbitratesSeparately(): boolean {
    return !this.context.isTimed && this.grantsByAge;
  }

  /** The waves whose requests are waiting in an arbitration group, oldest first and without duplicates. */
  getWaitingWaves(group: number): readonly Wave[] {
    const requests = this.arbiter.waiting.filter(({ index }) => this.getArbitrationGroup(index) === group);
    const waves = new Set(requests.map(({ wave }) => wave));
    return [...waves].sort((a, b) => a.number - b.number);
  }

  /** Returns the wave that will be granted next in a group, or undefined if there is none or it cannot be predicted. */
  nextGranted(group: number): Wave | undefined {
    return this.grantsByAge ? this.getWaitingWaves(group)[0] : undefined;
  }

  /** Requests the bus for an export (P-083). The export's data and EXEC are read when the bus is granted. */
  request(wave: Wave, instruction: Instruction): void {
    const type = getExportType(instruction.export!.target);
    const index = this.destinationOf(wave, type);
    this.enqueue({ type, index, age: wave.number, wave, instruction });
  }

  /** Requests the bus for a GDS access. */
  requestAccess(wave: Wave, instruction: Instruction): void {
    const scalars = new CapturedScalars([SCALAR.M0]);
    scalars.capture(wave.state);
    this.enqueue({ type: 'gds', index: 0, age: wave.number, wave, instruction, scalars });
  }

  /** Handles an `EXPORT_BUS` event: arbitrates for one cycle, either for all buffers or for one. */
  arbitrate(group: number): void {
    assert(this.isArbitrationScheduled[group], 'the arbitration was scheduled');
    this.isArbitrationScheduled[group] = false;
    for (const granted of this.arbiter.step(this.arbitratesSeparately ? group : undefined)) {
      assert(granted.wave.counters[EXPORTS] > 0, 'a granted export is outstanding');
      assert(granted.wave.slot >= 0, "a granted export's wave is still running");
      if (granted.type === 'gds') this.transferAccess(granted);
      else this.transfer(granted);
      this.scheduleReturn(granted.wave);
    }
    for (const { index } of this.arbiter.waiting)
      if (this.getArbitrationGroup(index) === group) this.scheduleArbitration(group);
  }

  /** Handles an `EXPORT_DONE` event: the data has left the registers. The last export frees the wave's space. */
  returned(wave: Wave): void {
    if (wave.exports.doneIssued && wave.counters[EXPORTS] === 0) this.release(wave);
  }

  /** Called when the wave has ended and has no outstanding operations. */
  drained(wave: Wave): void {
    assert(wave.ended, 'only an ended wave can drain');
    this.release(wave);
  }

  /** Whether no export is waiting for the bus. */
  get isIdle(): boolean {
    return this.arbiter.waiting.length === 0;
  }

  private enqueue(request: WaveExport | WaveAccess): void {
    const { wave, type, index } = request;
    assert(index >= 0, "the export's buffer exists");
    assert(index === 0 || type === 'colour' || type === 'position', 'other types have a single buffer');
    assert(!wave.ended, 'an ended wave never exports');
    countUp(wave, EXPORTS);
    this.arbiter.request(request);
    reportRequested(this.context, request);
    this.scheduleArbitration(this.getArbitrationGroup(index));
  }

  /** Returns the index of the group of buffers that a buffer arbitrates with: its own index, or 0 for all buffers. */
  private getArbitrationGroup(index: number): number {
    return this.arbitratesSeparately ? index : 0;
  }

  /** Returns the buffer index for an export type. Colours go to the buffer of the wave's packer (P-062, P-088). */
  destinationOf(wave: Wave, type: ExportType): number {
    if (type === 'colour') return wave.packer;
    return type === 'position' ? this.positionBufferOf(wave) : 0;
  }

  /**
   * The position buffer of the group's front end, regardless of which work-group processor the group runs on (P-056,
   * P-057).
   */
  private positionBufferOf({ group }: Wave): number {
    const work = group?.plan.work;
    return work?.kind === 'geometry' ? work.frontEnd % this.positions.length : 0;
  }

  private findSpace(wave: Wave): BufferSpace {
    return wave.group === undefined ? this.colours[wave.packer] : this.positions[this.positionBufferOf(wave)];
  }

  private scheduleArbitration(group: number): void {
    if (this.isArbitrationScheduled[group]) return;
    this.isArbitrationScheduled[group] = true;
    this.context.wheel.schedule(this.arbitrationCycles, makeEvent(UNIT.EXPORT_BUS, group));
  }

  private transfer(granted: WaveExport): void {
    const { wave, instruction } = granted;
    const operation = instruction.export!;
    const data = operation.enabled === 0 ? NO_DATA : DATA[this.context.lanes];
    this.read(wave, operation, data);
    reportGranted(this.context, granted, data);
    this.ports.driven(wave, { operation, ...readExec(wave), data });
  }

  /** Puts an export's data on the bus as `data[word * lanes + lane]`, or nothing if no source is enabled (P-086). */
  read({ state }: Wave, operation: ExportOperation, data: Int32Array): void {
    readExport(state, operation, data);
  }

  /** Transfers an access. The access reports its addresses and data itself (`memory-issued`). */
  private transferAccess(granted: WaveAccess): void {
    const { wave, instruction, scalars } = granted;
    assert(wave.counters[this.context.counterMap.local] > 0, 'an access on the bus has been counted');
    reportGranted(this.context, granted, NO_DATA);
    this.ports.accessDriven(wave, instruction, scalars);
  }

  /**
   * Schedules the decrement of `exp` for the cycle in which the data leaves the registers. A wave's decrements stay in
   * order (P-083).
   */
  private scheduleReturn(wave: Wave): void {
    const { context } = this;
    const { now } = context;
    const earliest = now + context.latency(CHOICE.EXPORT_LATENCY, context.freedoms.exportLatency);
    const cycle = Math.max(earliest, wave.paths.returnedAt[EXPORTS] + 1);
    assert(cycle > now, 'data leaves after the current cycle');
    wave.paths.returnedAt[EXPORTS] = cycle;
    const event = makeEvent(UNIT.EXPORT_DONE, wave.index);
    context.wheel.schedule(cycle - now, event, event);
  }

  /** Returns a wave's space from SX to SPI, unless SX has already returned it. */
  release(wave: Wave): void {
    wave.exports.hasSpace = false;
    const { holders, space } = this.findSpace(wave);
    if (!holders.delete(wave.number)) return;
    reportSpace(this.context, 'sx-freed', wave);
    space.free();
  }
}
