import { globalShareExtent, type Instruction, type MemoryRequest } from '../../arch/index.js';
import type { CapturedScalars } from '../captured-scalars.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { getEventQueue, makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import { RecordPool } from '../kernel/record-pool.js';
import { performIndexed } from '../lds/perform.js';
import type { WavePlan } from '../spi/wave-plan.js';
import { PATH, type Wave } from '../wave.js';
import { MAX_DWORDS, MAX_LANES } from './spec.js';

const WORD_BYTES = 4;

/** An outstanding access. Records are pooled. */
class ShareRecord {
  wave!: Wave;
  instruction!: Instruction;
  /** The device-wide number of the access. */
  access = 0;
  readonly request: MemoryRequest = {
    lanesLo: 0,
    lanesHi: 0,
    addresses: new Float64Array(MAX_LANES),
    data: new Int32Array(MAX_LANES * MAX_DWORDS),
  };

  constructor(readonly index: number) {}
}

/** The GDS, which all waves of the device access over the export bus, one access at a time (P-047, P-084). */
export class GlobalDataShare {
  /** The contents of the memory. Empty if no program accesses it. */
  private readonly words: Int32Array;
  private readonly records = new RecordPool((index) => new ShareRecord(index));
  /** Whether any program accesses the GDS. */
  private readonly isUsed: boolean;

  constructor(
    private readonly context: DeviceContext,
    plans: readonly WavePlan[],
    /** Called when one of a wave's accesses completes, to decrement the wave's counter. */
    private readonly onReturned: (wave: Wave) => void,
  ) {
    this.isUsed = plans.some(({ program }) =>
      program.instructions.some(({ memory }) => memory?.space === 'gds'),
    );
    this.words = context.memory.take(this.isUsed ? globalShareExtent(context.gfx) / WORD_BYTES : 0);
  }

  /**
   * Performs an access that has been granted the bus: reads its registers, with M0 as it was at issue, and accesses
   * the memory.
   */
  access(wave: Wave, instruction: Instruction, scalars: CapturedScalars): void {
    const record = this.records.take();
    assert(this.isUsed, 'at least one program accesses the GDS');
    assert(wave.counters[this.context.counterMap.local] > 0, 'the access has been counted');
    record.wave = wave;
    record.instruction = instruction;
    record.access = this.context.nextAccess++;
    const operation = instruction.memory!;
    scalars.runWithCapturedScalars(wave.state, () => operation.prepare(wave.state, record.request));
    this.reportIssued(record);
    performIndexed(this.words, operation, record.request);
    this.reportPerformed(record);
    this.scheduleReturn(record);
  }

  /** Handles a `GDS` event: writes the returned data to the registers. */
  return(index: number): void {
    const record = this.records.at(index);
    const { wave, instruction, access, request } = record;
    assert(wave.counters[this.context.counterMap.local] > 0, 'a returning access has been counted');
    assert(!wave.drained, 'a wave with a returning access is still running');
    const operation = instruction.memory!;
    if (operation.access === 'load' || operation.returns) operation.deliver(wave.state, request);
    const { sink, now } = this.context;
    if (sink)
      sink({ kind: 'memory-returned', cycle: now, wave: wave.number, access, counter: operation.counter });
    this.records.release(record);
    this.onReturned(wave);
  }

  /** Whether no access is outstanding. */
  get isIdle(): boolean {
    return this.records.isIdle;
  }

  /** Reports the final contents of the memory if any program can access it. */
  dump(): void {
    const { sink, now } = this.context;
    if (sink && this.isUsed) sink({ kind: 'gds-dumped', cycle: now, words: this.words });
  }

  /** Returns the wave whose access uses the given record. */
  waveAt(index: number): Wave {
    return this.records.at(index).wave;
  }

  private scheduleReturn({ wave, index }: ShareRecord): void {
    const { context } = this;
    const earliest = context.now + context.latency(CHOICE.GDS_LATENCY, context.freedoms.gdsLatency);
    const cycle = Math.max(earliest, wave.paths.returnedAt[PATH.globalShare] + 1);
    assert(wave.slot >= 0, 'a wave does not end before its accesses return');
    wave.paths.returnedAt[PATH.globalShare] = cycle;
    const queue = getEventQueue(UNIT.GDS, wave.index, PATH.globalShare);
    context.wheel.schedule(cycle - context.now, makeEvent(UNIT.GDS, index), queue);
  }

  private reportIssued({ wave, instruction, access, request }: ShareRecord): void {
    const { sink, now } = this.context;
    if (!sink) return;
    const { access: operation, counter, bytes, glc, dlc, slc } = instruction.memory!;
    const { lanesLo, lanesHi, addresses } = request;
    const { pc } = instruction;
    sink({
      kind: 'memory-issued',
      ...{ cycle: now, wave: wave.number, pc, access, operation, counter },
      space: 'gds',
      ...{ lanesLo, lanesHi, addresses, bytes, glc, dlc, slc },
    });
  }

  private reportPerformed({ wave, access, request: { data } }: ShareRecord): void {
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'memory-performed', cycle: now, wave: wave.number, access, level: 'GDS', data });
  }
}
