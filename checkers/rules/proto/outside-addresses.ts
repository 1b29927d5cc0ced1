import type { DecodedProgram } from '../../../arch/index.js';
import type { MemoryIssued, MemoryPerformed } from '../../../transactions/index.js';
import { getOrCreate } from '../../evidence/basics/default-map.js';
import type { ScreenGrid } from '../../evidence/geometry/screen-grid.js';
import { iterateCoveredAddresses } from '../../evidence/ledger/lane-addresses.js';
import type { AccessTraits } from '../../evidence/ledger/ordered-memory.js';
import { examineDraw } from '../../evidence/static/cache.js';
import {
  DefaultMap,
  type DrawFacts,
  type Handlers,
  type Ledgers,
  NEVER,
  type WaveRecord,
} from '../../kit.js';

/** Stride between a lane's consecutive addresses, and between its consecutive dwords of data. */
const DATA_STRIDE = 64;

/** What a lane stored at an address. */
type LaneStore = Readonly<{ wave: number; draw: DrawFacts; pixel: number; data: string }>;

/** The accesses that an instruction made outside sections. */
class OutsideAccesses {
  readonly addresses = new Set<number>();
  private readonly inFlight = new Map<number, readonly (readonly [lane: number, address: number])[]>();
  private readonly stores = new Map<number, LaneStore>();
  private readonly columns = new Set<number>();
  private readonly rows = new Set<number>();
  private readonly pixels = new Set<number>();
  private isShared = false;
  private isOverwritten = false;

  constructor(
    readonly traits: AccessTraits,
    /** Number of bytes accessed at each address. */
    readonly bytes: number,
    private readonly grid: ScreenGrid,
  ) {}

  /**
   * Whether two waves of a draw stored different data for a pixel, so that what remains depends on their order, in words
   * that each belong to one pixel. As a program may index by x or y alone, that is proven only if two pixels in the same
   * row and two in the same column stored.
   */
  get dependOnOrder(): boolean {
    const { columns, rows, pixels } = this;
    return this.isOverwritten && !this.isShared && pixels.size > Math.max(columns.size, rows.size);
  }

  issue(wave: WaveRecord, t: MemoryIssued): void {
    const lanes = [...iterateCoveredAddresses(wave, t)];
    for (const [, address] of lanes) this.addresses.add(address);
    if (t.operation === 'store' && (t.texelsPerLane ?? 1) === 1 && wave.facts.ordered)
      this.inFlight.set(t.access, lanes);
  }

  perform({ facts, lanePixels }: WaveRecord, { wave, access, data }: MemoryPerformed): void {
    for (const [lane, address] of this.inFlight.get(access) ?? []) {
      const words = Array.from({ length: Math.ceil(this.bytes / 4) }, (_, w) => data[w * DATA_STRIDE + lane]);
      const pixel = this.grid.getLocation(lanePixels[lane]);
      const [x, y] = this.grid.getCoordinates(this.grid.getFirstPixel(pixel));
      this.columns.add(x);
      this.rows.add(y);
      this.pixels.add(pixel);
      const earlier = this.stores.get(address);
      this.stores.set(address, { wave, draw: facts, pixel, data: `${words}` });
      if (earlier === undefined) continue;
      if (earlier.pixel !== pixel) this.isShared = true;
      if (earlier.wave !== wave && earlier.draw === facts && earlier.data !== `${words}`)
        this.isOverwritten = true;
    }
    this.inFlight.delete(access);
  }
}

/** Records the accesses outside sections by the instructions that the static pass flagged. */
export class OutsideAddresses {
  /** The accesses, keyed by program and then by instruction index. */
  private readonly accesses = new DefaultMap<DecodedProgram, Map<number, OutsideAccesses>>(() => new Map());

  constructor(private readonly ledgers: Ledgers) {}

  readonly on: Handlers = {
    'memory-issued': (t) => {
      const access = this.ledgers.accesses.current.at(t);
      if (access?.instruction === undefined || !access.wave.facts.interlocked) return;
      const { wave, operation } = access;
      const { index } = access.instruction;
      const { outsideAccesses, section } = examineDraw(wave.facts);
      if (outsideAccesses.every((candidate) => candidate.index !== index)) return;
      if (section.accesses.has(index) && isInSection(this.ledgers, wave)) return;
      const byInstruction = this.accesses.getOrCreate(wave.facts.decoded);
      const traits = { writes: operation !== 'load', isAtomic: operation === 'atomic' };
      getOrCreate(
        byInstruction,
        index,
        () =>
          new OutsideAccesses({ ...traits, inSection: false, isExempt: false }, t.bytes, this.ledgers.grid),
      ).issue(wave, t);
    },
    'memory-performed': (t) => {
      const access = this.ledgers.accesses.current.at(t);
      if (access?.instruction === undefined) return;
      const { wave, instruction } = access;
      this.accesses.get(wave.facts.decoded)?.get(instruction.index)?.perform(wave, t);
    },
  };

  /**
   * Whether an instruction accessed ordered memory outside sections, or stored there what overlapping waves overwrite;
   * undefined if it made no access outside.
   */
  accessesOrderedMemory(program: DecodedProgram, index: number): boolean | undefined {
    const accesses = this.accesses.get(program)?.get(index);
    if (accesses === undefined || accesses.addresses.size === 0) return undefined;
    const { traits, bytes, addresses, dependOnOrder } = accesses;
    const { ordered } = this.ledgers;
    return dependOnOrder || [...addresses].some((address) => ordered.touchesOrdered(address, bytes, traits));
  }
}

function isInSection({ entries }: Ledgers, wave: WaveRecord): boolean {
  return wave.exitCount === 0 && (entries.mayEnter(wave) || wave.polledCycle !== NEVER);
}
