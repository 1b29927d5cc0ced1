import type { Instruction, MemoryOperation, MemoryRequest } from '../../arch/index.js';
import { CHOICE } from '../choice-points.js';
import type { DeviceContext } from '../context.js';
import { eventOf, UNIT } from '../context.js';
import type { Wave } from '../wave.js';
import { COUNTER } from '../wave.js';
import { performAccess } from './access.js';
import type { AddressMap } from './address-map.js';

/** Data dwords that one lane of an access can carry. */
const DWORDS_MAX = 16;

/** One access on its way; records are pooled. */
export class AccessRecord implements MemoryRequest {
  lanesLo = 0;
  lanesHi = 0;
  readonly addresses = new Float64Array(64);
  readonly data = new Int32Array(64 * DWORDS_MAX);
  texels?: number;
  wave!: Wave;
  instruction!: Instruction;
  /** Running number in the device. */
  access = 0;

  constructor(readonly index: number) {}

  get operation(): MemoryOperation {
    return this.instruction.memory!;
  }
}

/** Whom an access tells that it is over. */
export interface AccessListener {
  /** The data is there and the counter falls. */
  accessReturned(record: AccessRecord): void;
  /** Nothing is mapped at this address. */
  accessFaulted(record: AccessRecord, address: number): void;
}

/**
 * Memory behind a path with latency: an access performs at one instant for everybody, and its counter falls
 * later. Vector accesses of one wave perform in order of issue, and return in order for each counter; scalar
 * loads come back as they please, so that a wait for `lgkm` means something at zero only.
 */
export class Memory {
  private readonly records: AccessRecord[] = [];
  private readonly free: AccessRecord[] = [];
  private issued = 0;

  constructor(
    private readonly context: DeviceContext,
    private readonly map: AddressMap,
    private readonly listener: AccessListener,
  ) {}

  /** Sends a memory instruction of a wave on its way with the registers as they are now. */
  issue(wave: Wave, instruction: Instruction): AccessRecord {
    const record = this.free.pop() ?? this.makeRecord();
    record.wave = wave;
    record.instruction = instruction;
    record.access = this.issued++;
    const operation = record.operation;
    operation.prepare(wave.state, record);
    this.report(record, operation);
    const { context } = this;
    const cycle = this.inOrder(
      operation,
      wave.lastPerform,
      COUNTER.vm,
      context.now + this.performLatency(operation),
    );
    context.wheel.schedule(cycle - context.now, eventOf(UNIT.PERFORM, record.index));
    return record;
  }

  /** `PERFORM` event: the access takes effect. */
  perform(index: number): void {
    const { context } = this;
    const record = this.records[index];
    const { operation, wave } = record;
    const fault = performAccess(this.map, operation, record);
    if (fault >= 0) {
      this.free.push(record);
      this.listener.accessFaulted(record, fault);
      return;
    }
    if (context.sink) {
      const { access, data } = record;
      context.sink({
        kind: 'memory-performed',
        cycle: context.now,
        wave: wave.number,
        access,
        level: 'L2',
        data,
      });
    }
    const latency = context.latency(CHOICE.RETURN_LATENCY, context.freedoms.returnLatency);
    const counter = COUNTER[operation.counter];
    const cycle = this.inOrder(operation, wave.lastReturn, counter, context.now + latency);
    context.wheel.schedule(cycle - context.now, eventOf(UNIT.RETURN, index));
  }

  /** `RETURN` event: data reaches the registers. */
  return(index: number): void {
    const record = this.records[index];
    const { operation, wave } = record;
    if (operation.access === 'load' || operation.returns) operation.deliver(wave.state, record);
    this.listener.accessReturned(record);
    this.free.push(record);
  }

  private makeRecord(): AccessRecord {
    const record = new AccessRecord(this.records.length);
    this.records.push(record);
    return record;
  }

  private performLatency(operation: MemoryOperation): number {
    const { context } = this;
    if (operation.space === 'scalar')
      return context.latency(CHOICE.SCALAR_LATENCY, context.freedoms.scalarLatency);
    return operation.access === 'load'
      ? context.latency(CHOICE.LOAD_LATENCY, context.freedoms.loadLatency)
      : context.latency(CHOICE.STORE_LATENCY, context.freedoms.storeLatency);
  }

  private inOrder(operation: MemoryOperation, last: Float64Array, path: number, wanted: number): number {
    if (operation.space === 'scalar') return wanted;
    const cycle = Math.max(wanted, last[path] + 1);
    last[path] = cycle;
    return cycle;
  }

  private report(record: AccessRecord, operation: MemoryOperation): void {
    const { sink, now } = this.context;
    if (!sink) return;
    sink({
      kind: 'memory-issued',
      cycle: now,
      wave: record.wave.number,
      pc: record.instruction.pc,
      access: record.access,
      operation: operation.access,
      space: operation.space,
      counter: operation.counter,
      lanesLo: record.lanesLo,
      lanesHi: record.lanesHi,
      addresses: record.addresses,
      bytes: operation.bytes,
      glc: operation.glc,
      dlc: operation.dlc,
      slc: operation.slc,
    });
  }
}
