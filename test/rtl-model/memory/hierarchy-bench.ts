import type { CacheName, ChipName, MemoryOperation } from '../../../arch/index.js';
import { chipOf, SEPARATE_MEMORY } from '../../../arch/index.js';
import { DeviceContext, getReceiver, indexOf, UNIT } from '../../../rtl-model/context.js';
import { NO_EVENT, RandomChoices } from '../../../rtl-model/kernel/index.js';
import { AccessRecord } from '../../../rtl-model/memory/access-record.js';
import { AddressMap } from '../../../rtl-model/memory/address-map.js';
import { CacheHierarchy, LEVEL } from '../../../rtl-model/memory/hierarchy.js';
import { Locator } from '../../../rtl-model/memory/locator.js';
import { CLEAN_MEMORY } from '../../../rtl-model/memory/policy.js';
import { LINE_BYTES } from '../../../rtl-model/memory/spec.js';
import { placeOf } from '../../../rtl-model/placement.js';
import { Wave } from '../../../rtl-model/wave.js';
import type {
  KnobValues,
  LineFilled,
  LineInvalidated,
  TransactionSink,
} from '../../../transactions/index.js';
import { defaultKnobs } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';

/** The bits and kind of an access. The default is a vector access to a buffer with no bits set. */
export type Bits = Partial<
  Pick<MemoryOperation, 'glc' | 'dlc' | 'slc' | 'scope' | 'writesBack' | 'space' | 'bytes' | 'dwords'>
>;

/** The value that a load returned, and the level that served it. */
export interface LoadResult {
  readonly value: number;
  readonly level: 'L0' | 'GL1' | 'L2';
}

const LEVEL_NAMES = ['L0', 'GL1', 'L2'] as const;

/** The lanes that overwrite a line with sixteen bytes each. */
const LANES_PER_LINE = LINE_BYTES / 16;

/** A chip's caches over a window of `bytes` bytes. Tests perform one access at a time, by waves in any slot. */
export class HierarchyBench {
  private readonly context: DeviceContext;
  private readonly map: AddressMap;
  private readonly locator: Locator;
  private readonly hierarchy: CacheHierarchy;
  /** The line fills and invalidations so far, in order. */
  readonly lineEvents: (LineFilled | LineInvalidated)[] = [];
  /** The number of stores that completed in L0 and have since reached GL2. */
  writtenBackCount = 0;

  constructor(
    private readonly chip: ChipName,
    bytes = 4096,
    knobs: Partial<KnobValues> = {},
  ) {
    const freedoms = { ...defaultKnobs(), ...knobs };
    const scenario = createSmallScenario({ chip, wave: chipOf(chip).waveSizes[0], freedoms });
    const sink: TransactionSink = (t) => {
      if (t.kind === 'line-filled' || t.kind === 'line-invalidated') this.lineEvents.push(t);
    };
    const choices = new RandomChoices('0x1');
    this.context = new DeviceContext(scenario, choices, sink);
    this.map = new AddressMap([{ name: 'a', address: 0, bytes, initial: [], compare: { kind: 'ignore' } }]);
    this.locator = new Locator(this.map);
    const outputs = this.context.outputs(CLEAN_MEMORY);
    this.hierarchy = new CacheHierarchy(this.context, this.map, outputs, () => {
      this.writtenBackCount++;
    });
  }

  /** Performs a load by one lane of a wave in `slot`. */
  load(slot: number, address: number, bits: Bits = {}): LoadResult {
    const record = this.makeRecord(slot, address, 'load', bits);
    const level = this.hierarchy.perform(record);
    return { value: record.data[0], level: LEVEL_NAMES[level] };
  }

  /** Returns the level that would serve an access by one lane now, which determines its latency. */
  expectedLevel(
    slot: number,
    address: number,
    bits: Bits = {},
    access: 'load' | 'store' = 'load',
  ): LoadResult['level'] {
    return LEVEL_NAMES[this.hierarchy.findLevel(this.makeRecord(slot, address, access, bits))];
  }

  /** Invalidates the given caches of a wave in `slot`. */
  invalidate(slot: number, caches: readonly CacheName[]): void {
    const wave = new Wave(0);
    wave.place = placeOf(chipOf(this.chip), slot);
    this.hierarchy.invalidate(wave, caches);
  }

  /** Performs a store by one lane. Returns whether it was performed in GL2. */
  store(slot: number, address: number, value: number, bits: Bits = {}): boolean {
    const record = this.makeRecord(slot, address, 'store', bits);
    record.data[0] = value;
    return this.hierarchy.perform(record) === LEVEL.L2;
  }

  /** Performs a plain store whose only lane is dropped by the range check. Returns whether it was performed in GL2. */
  storeNothing(slot: number): boolean {
    const record = this.makeRecord(slot, 0, 'store', {});
    record.addresses[0] = -1;
    this.locator.locate(record);
    return this.hierarchy.perform(record) === LEVEL.L2;
  }

  /** Executes an instruction that writes back caches up to a scope. */
  writeBack(slot: number, scope: number): void {
    const record = this.makeRecord(slot, 0, 'store', { scope, writesBack: true });
    record.lineCount = 0;
    this.hierarchy.perform(record);
  }

  /**
   * Overwrites the given lines with one store, every word with `value`. Returns whether it was
   * performed in GL2. A wave in `next` reuses the record of the storing wave at once.
   */
  storeLines(slot: number, lines: readonly number[], value: number, bits: Bits = {}, next = slot): boolean {
    const record = this.makeLineStore(slot, lines, bits);
    record.data.fill(value);
    const level = this.hierarchy.perform(record);
    record.wave.place = placeOf(chipOf(this.chip), next);
    return level === LEVEL.L2;
  }

  /** Returns the level that would serve a store of a whole line now, which determines its latency. */
  expectedLineLevel(slot: number, line: number, bits: Bits = {}): LoadResult['level'] {
    return LEVEL_NAMES[this.hierarchy.findLevel(this.makeLineStore(slot, [line], bits))];
  }

  /** Completes all pending write-backs. */
  settle(): void {
    const { wheel } = this.context;
    for (let event = wheel.next(); event !== NO_EVENT; event = wheel.next()) {
      if (getReceiver(event) === UNIT.WRITE_BACK) this.hierarchy.writeBack(indexOf(event));
    }
  }

  /** The number of changes to readable data so far, as seen by loops that wait for a change. */
  get changes(): number {
    return this.context.changes;
  }

  /** Returns the word in GL2 at an address. */
  readWord(address: number): number {
    return this.map.words[address >> 2];
  }

  private makeLineStore(slot: number, lines: readonly number[], bits: Bits): AccessRecord {
    const record = this.makeRecord(slot, lines[0]! * LINE_BYTES, 'store', { bytes: 16, dwords: 4, ...bits });
    const lanes = lines.length * LANES_PER_LINE;
    record.lanesLo = lanes >= 32 ? -1 : (1 << lanes) - 1;
    record.lanesHi = lanes > 32 ? (lanes === 64 ? -1 : (1 << (lanes - 32)) - 1) : 0;
    for (let lane = 0; lane < lanes; lane++)
      record.addresses[lane] =
        lines[Math.floor(lane / LANES_PER_LINE)]! * LINE_BYTES + (lane % LANES_PER_LINE) * 16;
    this.locator.locate(record);
    return record;
  }

  private makeRecord(slot: number, address: number, access: 'load' | 'store', bits: Bits): AccessRecord {
    const record = new AccessRecord(0, SEPARATE_MEMORY);
    const operation = {
      space: 'buffer',
      access,
      bytes: 4,
      dwords: 1,
      glc: false,
      dlc: false,
      slc: false,
      ...bits,
    };
    record.operation = operation as MemoryOperation;
    record.wave = new Wave(0);
    record.wave.place = placeOf(chipOf(this.chip), slot);
    record.lanesLo = 1;
    record.addresses[0] = address;
    this.locator.locate(record);
    return record;
  }
}
