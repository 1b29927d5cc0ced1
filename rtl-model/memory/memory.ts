import type { CacheName, Instruction, MemoryOperation } from '../../arch/index.js';
import { KNOBS, setting } from '../../transactions/index.js';
import { CHOICE } from '../choice-points.js';
import { type DeviceContext, makeEvent, UNIT } from '../context.js';
import { assert } from '../kernel/assert.js';
import { RecordPool } from '../kernel/record-pool.js';
import { countCus } from '../placement.js';
import type { Wave } from '../wave.js';
import { forEachLane, performOnWindow } from './access.js';
import { AccessRecord } from './access-record.js';
import { reportIssued, reportPerformed } from './access-reports.js';
import type { AddressMap } from './address-map.js';
import { CacheHierarchy, LEVEL } from './hierarchy.js';
import { Locator } from './locator.js';
import { CLEAN_MEMORY } from './policy.js';
import { ReturnOrder } from './return-order.js';
import { AddressUnits, Gl2Channels } from './texture-queues.js';

export type { AccessRecord } from './access-record.js';

/** Performs a store or atomic with `perform`, and returns whether it changed any of the `words` its lanes address. */
export function performAndDetectChange(
  words: Int32Array,
  record: AccessRecord,
  perform: () => void,
): boolean {
  const before = readTouchedWords(words, record);
  perform();
  return readTouchedWords(words, record).some((word, index) => word !== before[index]);
}

function readTouchedWords(words: Int32Array, record: AccessRecord): number[] {
  const { offsets, operation } = record;
  // Include one extra word, because an access may start in the middle of a word.
  const count = Math.max(operation.dwords, (operation.bytes + 3) >> 2) + 1;
  const values: number[] = [];
  forEachLane(record, (lane) => {
    const offset = offsets[lane];
    if (offset < 0) return;
    for (let word = 0; word < count; word++) values.push(words[(offset >> 2) + word] ?? 0);
  });
  return values;
}

const ACTION = { TRAP: setting('xnackAction', 'trap'), HALT: setting('xnackAction', 'halt') } as const;

const ACTION_NAMES = KNOBS.xnackAction.choices;

const PERCENT = 100;

/**
 * Translates addresses before every access. Whether a translation fails is up to the schedule. On failure, the access
 * is replayed (possibly after holding the wave while a trap handler runs), or, if there is no handler, the wave halts
 * (P-146 to P-149).
 */
export class Translation {
  constructor(private readonly context: DeviceContext) {}

  /** Translates an access and returns the delay in cycles if the translation fails, or 0. */
  translate(record: AccessRecord): number {
    record.replayed = false;
    record.holdCycles = 0;
    const { freedoms, choices } = this.context;
    const { xnackRate, xnackAction, xnackLatency } = freedoms;
    if (xnackRate === 0 || choices.choose(CHOICE.XNACK, PERCENT) >= xnackRate) return 0;
    record.replayed = true;
    const delay = this.context.latency(CHOICE.XNACK_LATENCY, xnackLatency);
    assert(delay >= 0, 'a failure delay is not negative');
    if (xnackAction === ACTION.TRAP) record.holdCycles = delay;
    if (xnackAction === ACTION.HALT) record.fault = 'a translation failed and there is no trap handler';
    const { sink, now } = this.context;
    const { waveNumber: wave, access } = record;
    const { pc } = record.instruction;
    const action = ACTION_NAMES[xnackAction];
    if (sink) sink({ kind: 'translation-failed', cycle: now, wave, pc, access, action });
    return delay;
  }
}

const STALE = setting('caches', 'stale');

/** Receives completed accesses. */
interface AccessListener {
  /** Called when the data has arrived and the counter is decremented. */
  accessReturned(record: AccessRecord): void;
  /** Called when the access cannot be performed. */
  accessFaulted(record: AccessRecord, reason: string): void;
}

/**
 * Memory as waves see it: address units, translation, caches and GL2. An access is performed at one instant,
 * and its counter is decremented later. With coherent caches, that instant is when GL2 is accessed; with
 * stale caches, it is when the serving level is accessed (README.md).
 */
export class Memory {
  private readonly records: RecordPool<AccessRecord>;
  private readonly outputs: typeof CLEAN_MEMORY;
  private readonly locator: Locator;
  readonly units: AddressUnits;
  private readonly channels = new Gl2Channels();
  private readonly translation: Translation;
  private readonly order: ReturnOrder;
  private readonly hierarchy: CacheHierarchy | undefined;

  constructor(
    private readonly context: DeviceContext,
    readonly map: AddressMap,
    private readonly listener: AccessListener,
  ) {
    const { freedoms } = context;
    this.records = new RecordPool((index) => new AccessRecord(index, context.memory));
    this.outputs = context.outputs(CLEAN_MEMORY);
    this.locator = context.inject(new Locator(map, context.memory));
    this.units = new AddressUnits(countCus(context.chip), freedoms.taQueue);
    this.translation = new Translation(context);
    this.order = context.inject(new ReturnOrder());
    if (freedoms.caches === STALE)
      this.hierarchy = new CacheHierarchy(context, map, this.outputs, (record) => this.onReachedL2(record));
    context.inject(this);
  }

  /**
   * Returns the first cycle in which the wave's address unit can accept a vector access. If the unit can accept one
   * now, the result is the current cycle or earlier.
   */
  roomAt(wave: Wave): number {
    return this.units.roomAt(wave.place.cu);
  }

  /** Issues a wave's memory instruction, using its current registers. */
  issue(wave: Wave, instruction: Instruction): AccessRecord {
    const record = this.records.take();
    assert(record.pendingEvents === 0, 'a reused record is free');
    assert(record.dirtyLines === 0, 'no cache still holds dirty bytes of a reused record');
    assert(!wave.ended, 'only a running wave can access memory');
    record.wave = wave;
    record.waveNumber = wave.number;
    record.instruction = instruction;
    record.access = this.context.nextAccess++;
    const original = instruction.memory!;
    original.prepare(wave.state, record);
    const operation = this.outputs.sentOperation(original.resolve?.(record) ?? original);
    record.operation = operation;
    this.locator.locate(record);
    if (operation.space !== 'scalar') this.sendToAddressUnit(record);
    reportIssued(this.context, record);
    record.pendingEvents = 2;
    const { context } = this;
    const { now } = context;
    const cycle = this.order.perform(wave, operation, now + this.pathCycles(record, operation));
    assert(cycle >= now, 'an access is never performed in the past');
    const queue = this.order.performQueue(wave, operation);
    context.wheel.schedule(cycle - now, makeEvent(UNIT.PERFORM, record.index), queue);
    return record;
  }

  /** Sends the lines of a vector access through the address unit of its compute unit. */
  private sendToAddressUnit(record: AccessRecord): void {
    record.departureCycle = this.units.accept(record.wave.place.cu, this.context.now, record.lineCount);
    assert(record.departureCycle > this.context.now, 'lines leave the address unit in a later cycle');
  }

  /** Handles a `PERFORM` event: the access takes effect. */
  perform(index: number): void {
    const record = this.recordAt(index);
    if (record.fault !== '') {
      const { pc } = record.instruction;
      this.listener.accessFaulted(record, `${record.fault} (access at pc 0x${pc.toString(16)})`);
      return;
    }
    assert(record.pendingEvents > 0, 'only an access in flight can be performed');
    assert(record.waveNumber === record.wave.number, 'a wave outlives its accesses');
    const level = this.takeEffect(record);
    assert(record.operation.access !== 'atomic' || level === LEVEL.L2, 'atomics take effect in GL2');
    reportPerformed(this.context, record, level);
    this.scheduleReturn(record);
    this.finishEvent(record);
  }

  /** Handles a `RETURN` event: data reaches the registers. */
  return(index: number): void {
    const record = this.recordAt(index);
    const { operation, wave } = record;
    assert(record.pendingEvents > 0, 'only an access in flight can return');
    assert(record.fault === '', 'only a performed access can return');
    if (operation.access === 'load' || operation.returns) operation.deliver(wave.state, record);
    assert(record.waveNumber === wave.number, 'a wave outlives its accesses');
    this.listener.accessReturned(record);
    this.finishEvent(record);
  }

  /** Invalidates the wave's own caches of the given kinds. Coherent caches hold no stale data and are unaffected. */
  invalidateCaches(wave: Wave, kinds: readonly CacheName[]): void {
    assert(!wave.ended && wave.slot >= 0, 'only a running wave can invalidate caches');
    this.hierarchy?.invalidate(wave, kinds);
  }

  /** Invalidates all caches above GL2, as a barrier between draws does. */
  invalidateAllCaches(): void {
    this.hierarchy?.invalidateAll();
  }

  /** Whether no access is outstanding. */
  get isIdle(): boolean {
    return this.records.isIdle;
  }

  /** Handles a `WRITE_BACK` event: writes a line's dirty bytes from L0 or GL1 to GL2. */
  writeBack(index: number): void {
    this.hierarchy!.writeBack(index);
  }

  /** Called after each of a record's events. The last one frees the record. */
  private finishEvent(record: AccessRecord): void {
    assert(record.pendingEvents > 0, 'an access finishes only once');
    assert(record.pendingEvents > 1 || record.dirtyLines === 0, 'a finished store has no dirty lines');
    if (--record.pendingEvents === 0) this.records.release(record);
  }

  private takeEffect(record: AccessRecord): number {
    const { context } = this;
    if (record.operation.access === 'load') return this.performAtLevel(record);
    if (context.changes !== context.watchedSince) {
      context.noteChange();
      return this.performAtLevel(record);
    }
    let level: number = LEVEL.L2;
    const changed = performAndDetectChange(this.map.words, record, () => {
      level = this.performAtLevel(record);
    });
    // Bytes in a cache are visible at once to the waves that share it, and to all waves after write-back.
    if (changed || level !== LEVEL.L2) context.noteChange();
    return level;
  }

  private performAtLevel(record: AccessRecord): number {
    if (this.hierarchy !== undefined) return this.hierarchy.perform(record);
    performOnWindow(this.map, record);
    return LEVEL.L2;
  }

  /** Returns the access that an event's `index` refers to. */
  recordAt(index: number): AccessRecord {
    return this.records.at(index);
  }

  /** Returns the outstanding accesses of a wave. */
  listAccesses(wave: Wave): readonly AccessRecord[] {
    return this.records.used.filter((record) => record.wave === wave);
  }

  private onReachedL2(record: AccessRecord): void {
    assert(record.operation.access !== 'load', 'only stores reach GL2 after being performed');
    assert(record.dirtyLines === 0, 'all lines of the store have reached GL2');
    reportPerformed(this.context, record, LEVEL.L2);
    this.finishEvent(record);
  }

  /** Returns the number of cycles between issuing and performing an access, before ordering constraints. */
  pathCycles(record: AccessRecord, operation: MemoryOperation): number {
    const { context } = this;
    const { now } = context;
    const delay = this.translation.translate(record);
    assert(delay >= 0, 'a translation delay is not negative');
    const level = this.hierarchy?.findLevel(record) ?? LEVEL.L2;
    const latency = this.chooseLatency(operation, level);
    if (operation.space === 'scalar') return delay + latency;
    const { departureCycle: departure } = record;
    const sentCycle = level === LEVEL.L2 ? this.channels.serve(record, departure) : departure;
    assert(sentCycle >= departure, 'lines reach GL2 only after leaving the address unit');
    return sentCycle - now + delay + latency;
  }

  private chooseLatency({ space, access }: MemoryOperation, level: number): number {
    const { context } = this;
    const { freedoms } = context;
    if (level === LEVEL.L0) return context.latency(CHOICE.L0_LATENCY, freedoms.l0Latency);
    if (level === LEVEL.GL1) return context.latency(CHOICE.GL1_LATENCY, freedoms.gl1Latency);
    if (space === 'scalar') return context.latency(CHOICE.SCALAR_LATENCY, freedoms.scalarLatency);
    return access === 'load'
      ? context.latency(CHOICE.LOAD_LATENCY, freedoms.loadLatency)
      : context.latency(CHOICE.STORE_LATENCY, freedoms.storeLatency);
  }

  /** Schedules the return of an access that has taken effect. */
  scheduleReturn(record: AccessRecord): void {
    const { context } = this;
    const latency = context.latency(CHOICE.RETURN_LATENCY, context.freedoms.returnLatency);
    const cycle = this.order.return(record.wave, record.operation, context.now + latency);
    assert(cycle >= context.now, 'data is never returned in the past');
    const queue = this.order.returnQueue(record.wave, record.operation);
    context.wheel.schedule(cycle - context.now, makeEvent(UNIT.RETURN, record.index), queue);
  }
}
