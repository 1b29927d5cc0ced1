import type { Instruction, MemoryRequest } from '../../arch/index.js';
import { CHOICE } from '../choice-points.js';
import { type DeviceContext, getEventQueue, makeEvent, UNIT } from '../context.js';
import { EXPORTS } from '../counters.js';
import { assert } from '../kernel/assert.js';
import { RecordPool } from '../kernel/record-pool.js';
import { countSimds, SIMDS_PER_WGP } from '../placement.js';
import { PATH, type Wave } from '../wave.js';
import { countUp } from '../wave-counters.js';
import { BankScheduler } from './bank-scheduler.js';
import { countAccessCycles, requestsOfDirectRead } from './banks.js';
import { CLEAN_BANKS } from './faults.js';
import { LocalRecord } from './local-record.js';
import { performIndexed } from './perform.js';
import { MAX_DWORDS } from './spec.js';

/** Reports that an indexed access has been issued. */
export function reportIssued(
  { sink, now }: DeviceContext,
  { wave, instruction, access }: LocalRecord,
  request: MemoryRequest,
): void {
  if (!sink) return;
  const { space, access: operation, counter, bytes, glc, dlc, slc } = instruction.memory!;
  const { lanesLo, lanesHi, addresses } = request;
  const { pc } = instruction;
  const common = { cycle: now, wave: wave.number, pc, access } as const;
  const bits = { glc, dlc, slc } as const;
  sink({
    kind: 'memory-issued',
    ...common,
    operation,
    space,
    counter,
    lanesLo,
    lanesHi,
    addresses,
    bytes,
    ...bits,
  });
}

/** Reports that an indexed access has taken effect. */
function reportPerformed(
  { sink, now }: DeviceContext,
  { wave, access }: LocalRecord,
  { data }: MemoryRequest,
): void {
  if (sink) sink({ kind: 'memory-performed', cycle: now, wave: wave.number, access, level: 'LDS', data });
}

/** Reports that the data of an indexed access has reached the registers. */
function reportReturned({ sink, now }: DeviceContext, { wave, access, instruction }: LocalRecord): void {
  const { counter } = instruction.memory!;
  if (sink) sink({ kind: 'memory-returned', cycle: now, wave: wave.number, access, counter });
}

function reportRead(
  { sink, now }: DeviceContext,
  { wave, instruction, requestCycle: asked }: LocalRecord,
  banks: number,
): void {
  const { pc } = instruction;
  if (sink) sink({ kind: 'direct-read-served', cycle: now, wave: wave.number, pc, asked, banks });
}

/** Reports that the LDS has answered a FLAT access. */
function reportFlatResponse({ sink, now }: DeviceContext, record: LocalRecord): void {
  const { wave, instruction, requestCycle } = record;
  if (sink)
    sink({ kind: 'flat-answered', cycle: now, wave: wave.number, pc: instruction.pc, asked: requestCycle });
}

/** The kind of an LDS return: a parameter, which is counted like an export, or any other response. */
export type LocalReturn = 'parameter' | 'response';

interface Processor {
  readonly banks: BankScheduler<LocalRecord>;
  isScheduled: boolean;
}

/**
 * The LDS as the sequencers see it. It handles parameter reads on the direct path and indexed accesses, one
 * SIMD at a time (P-130, P-139), and completes FLAT accesses. Data is delivered to the registers when the
 * counter is decremented.
 */
export class LocalDataShare {
  private readonly records = new RecordPool((index) => new LocalRecord(index));
  private readonly processors: readonly Processor[];

  constructor(
    private readonly context: DeviceContext,
    /** Called when a wave's operation completes, to decrement its counter. */
    private readonly onReturned: (wave: Wave, kind: LocalReturn) => void,
  ) {
    const processors = countSimds(context.chip) / SIMDS_PER_WGP;
    const outputs = context.outputs(CLEAN_BANKS);
    this.processors = Array.from({ length: processors }, () => ({
      banks: new BankScheduler(
        (record, end) => this.onServed(record, end),
        (record, banks) => reportRead(context, record, banks),
        outputs,
      ),
      isScheduled: false,
    }));
  }

  /** Reads a parameter of the wave's primitives (P-124). It is counted like an export (traps.md, "LDS_PARAM_LOAD"). */
  readParameter(wave: Wave, instruction: Instruction): void {
    const record = this.takeRecord(wave, instruction);
    record.scalars.capture(wave.state);
    assert(wave.slot >= 0 && !wave.ended, 'only a running wave can read a parameter');
    record.requestCycle = this.context.now;
    countUp(wave, EXPORTS);
    const requests = requestsOfDirectRead(wave.state, wave.launch.localFirst, instruction.parameter);
    const { simd, wgp } = wave.place;
    this.processors[wgp].banks.read(simd % SIMDS_PER_WGP, record, requests);
    this.schedule(wgp);
  }

  /** Queues an indexed access, which takes effect when the processor's scheduler selects it (P-132, P-139). */
  access(wave: Wave, instruction: Instruction): void {
    const record = this.takeRecord(wave, instruction);
    const operation = instruction.memory!;
    assert(operation.space === 'lds', 'the access targets the LDS');
    assert(wave.slot >= 0 && !wave.ended, 'only a running wave can access the LDS');
    record.request ??= {
      lanesLo: 0,
      lanesHi: 0,
      addresses: new Float64Array(64),
      data: new Int32Array(64 * MAX_DWORDS),
    };
    operation.prepare(wave.state, record.request);
    record.access = this.context.nextAccess++;
    reportIssued(this.context, record, record.request);
    countUp(wave, this.context.counterMap.local);
    const { simd, wgp } = wave.place;
    const cycles = Math.max(1, countAccessCycles(record.request, operation));
    assert(cycles <= record.request.data.length, 'each dword of each lane takes at most one cycle');
    this.processors[wgp].banks.access(simd % SIMDS_PER_WGP, record, cycles);
    this.schedule(wgp);
  }

  /** Completes a FLAT access in which no lane addresses the LDS (P-142, P-143). */
  answerFlat(wave: Wave, instruction: Instruction): void {
    assert(wave.slot >= 0 && !wave.ended, 'only a running wave can receive a response');
    countUp(wave, this.context.counterMap.local);
    const record = this.takeRecord(wave, instruction);
    record.requestCycle = this.context.now;
    this.returnAfter(record, this.context.counterMap.local, this.context.now);
  }

  /** Handles an `LDS_BANKS` event: the processor's scheduler serves this cycle's requests. */
  step(processor: number): void {
    const { context } = this;
    const { banks } = this.processors[processor];
    assert(this.processors[processor].isScheduled, 'the scheduler runs only when scheduled');
    const next = banks.step(context.now);
    this.processors[processor].isScheduled = next >= 0;
    assert(next < 0 || next > context.now, "the scheduler's next step is in a later cycle");
    if (next >= 0) context.wheel.schedule(next - context.now, makeEvent(UNIT.LDS_BANKS, processor));
  }

  /** Whether no operation is outstanding. */
  get isIdle(): boolean {
    return this.records.isIdle;
  }

  /** Returns the waves with outstanding operations on a processor, one entry per operation. */
  getWavesIn(processor: number): readonly Wave[] {
    return this.records.used.map(({ wave }) => wave).filter(({ place }) => place.wgp === processor);
  }

  /** Handles an `LDS` event: delivers the data to the registers. */
  return(index: number): void {
    const record = this.records.at(index);
    const { wave, instruction } = record;
    assert(
      wave.counters[instruction.kind === 'parameter-load' ? EXPORTS : this.context.counterMap.local] > 0,
      'only a counted operation can return',
    );
    assert(record.wave.slot >= 0, 'a wave outlives its operations');
    this.records.release(record);
    if (instruction.kind === 'parameter-load') {
      this.deliverParameter(record);
      this.onReturned(wave, 'parameter');
      return;
    }
    if (instruction.memory!.space === 'lds') this.deliverIndexed(record);
    else reportFlatResponse(this.context, record);
    this.onReturned(wave, 'response');
  }

  /** Returns the wave whose operation uses the given record. */
  waveAt(index: number): Wave {
    return this.records.at(index).wave;
  }

  /** Returns the instruction whose operation uses the given record. */
  instructionAt(index: number): Instruction {
    return this.records.at(index).instruction;
  }

  /** Returns the wave's instructions that are outstanding in the LDS, including FLAT accesses. */
  getOutstandingOperations(wave: Wave): readonly Instruction[] {
    const used = this.records.used.filter((record) => record.wave === wave);
    return used.map(({ instruction }) => instruction);
  }

  /** Returns the waves whose indexed accesses are waiting for a processor's banks, one entry per access. */
  getBankWaiters(processor: number): readonly Wave[] {
    const waiting = this.processors[processor].banks.getWaiting();
    return waiting.filter(({ instruction }) => instruction.kind === 'memory').map(({ wave }) => wave);
  }

  /**
   * Called when an indexed access or the last request of a read is granted the banks. `end` is the cycle in which the
   * banks become free again.
   */
  private onServed(record: LocalRecord, end: number): void {
    const { wave, instruction, request } = record;
    assert(!wave.drained, 'the wave of a served operation is still running');
    if (instruction.kind === 'parameter-load') {
      this.returnAfter(record, PATH.parameter, end - 1);
      return;
    }
    const operation = instruction.memory!;
    assert(end > this.context.now, 'an access occupies the banks for at least one cycle');
    if (operation.access !== 'load') this.context.noteChange();
    if (operation.isLaneExchange !== true) performIndexed(wave.state.lds, operation, request!);
    reportPerformed(this.context, record, request!);
    this.returnAfter(record, this.context.counterMap.local, end);
  }

  /** Schedules an event for the next cycle, in which the scheduler handles a sequencer's request. */
  private schedule(wgp: number): void {
    const processor = this.processors[wgp];
    if (processor.isScheduled) return;
    processor.isScheduled = true;
    this.context.wheel.schedule(1, makeEvent(UNIT.LDS_BANKS, wgp));
  }

  private deliverIndexed(record: LocalRecord): void {
    const { wave, instruction, request } = record;
    const operation = instruction.memory!;
    if (operation.access === 'load' || operation.returns) operation.deliver(wave.state, request!);
    reportReturned(this.context, record);
  }

  private takeRecord(wave: Wave, instruction: Instruction): LocalRecord {
    const record = this.records.take();
    record.wave = wave;
    record.instruction = instruction;
    return record;
  }

  /** Schedules the return of an operation. Returns for the same wave and path stay in issue order. */
  private returnAfter(record: LocalRecord, path: number, served: number): void {
    const { context } = this;
    const { wave } = record;
    const wanted = served + context.latency(CHOICE.LDS_LATENCY, context.freedoms.ldsLatency);
    const cycle = Math.max(wanted, wave.paths.returnedAt[path] + 1);
    assert(served >= context.now, 'the service cycle must not be in the past');
    assert(wave.slot >= 0, 'a wave outlives its operations');
    wave.paths.returnedAt[path] = cycle;
    const queue = getEventQueue(UNIT.LDS, wave.index, path);
    context.wheel.schedule(cycle - context.now, makeEvent(UNIT.LDS, record.index), queue);
  }

  /** Performs the read with the scalars captured at issue. */
  private deliverParameter({ wave, instruction, scalars }: LocalRecord): void {
    scalars.runWithCapturedScalars(wave.state, () => instruction.execute(wave.state));
  }
}
