import type { Footprint } from '../../rtl-model/index.js';

/** One footprint, or the union of several, as bit sets. */
export interface Marks {
  readonly id: number;
  readonly reads: bigint;
  readonly writes: bigint;
  readonly additions: bigint;
  /** The parts that other events must add to before these events can occur. */
  readonly requirements: bigint;
}

/** The maximum number of mark sets, small enough that a pair of ids can be packed into a single number. */
const MAX_MARKS = 2 ** 20;
const RADIX = 36;

/** Represents footprints as bit sets. Each mark set is stored once, so comparisons of two sets can be cached. */
export class MarksTable {
  /** The empty set of marks. */
  readonly none: Marks;
  private readonly bits = new Map<string, bigint>();
  private readonly marksByKey = new Map<string, Marks>();
  private readonly unions = new Map<number, Marks>();
  private readonly conflicts = new Map<number, boolean>();

  constructor() {
    this.none = this.intern({ reads: 0n, writes: 0n, additions: 0n, requirements: 0n });
  }

  /** Returns the marks of a footprint. */
  fromFootprint({ reads, writes, additions, required }: Footprint): Marks {
    return this.intern({
      reads: this.toBits(reads),
      writes: this.toBits(writes),
      additions: this.toBits(additions),
      requirements: this.toBits(required),
    });
  }

  /** Returns the combined marks of two events. */
  union(a: Marks, b: Marks): Marks {
    const pair = a.id * MAX_MARKS + b.id;
    let union = this.unions.get(pair);
    if (union === undefined) {
      union = this.intern({
        reads: a.reads | b.reads,
        writes: a.writes | b.writes,
        additions: a.additions | b.additions,
        requirements: a.requirements | b.requirements,
      });
      this.unions.set(pair, union);
    }
    return union;
  }

  /** Returns whether events with the given marks might not commute. */
  mayConflict(a: Marks, b: Marks): boolean {
    const pair = a.id * MAX_MARKS + b.id;
    let conflict = this.conflicts.get(pair);
    if (conflict === undefined) {
      conflict = mayNotCommute(a, b) || mayNotCommute(b, a);
      this.conflicts.set(pair, conflict);
    }
    return conflict;
  }

  /** Returns whether an event with the given marks may help to enable a later one. */
  mayEnable(earlier: Marks, later: Marks): boolean {
    return (earlier.additions & later.requirements) !== 0n;
  }

  private intern(bits: Omit<Marks, 'id'>): Marks {
    const { reads, writes, additions, requirements } = bits;
    const key = [reads, writes, additions, requirements].map((part) => part.toString(RADIX)).join();
    let marks = this.marksByKey.get(key);
    if (marks === undefined) {
      if (this.marksByKey.size >= MAX_MARKS) throw new Error('a search has too many distinct footprints');
      marks = { id: this.marksByKey.size, ...bits };
      this.marksByKey.set(key, marks);
    }
    return marks;
  }

  private toBits(parts: ReadonlySet<string>): bigint {
    let bits = 0n;
    for (const part of parts) {
      let bit = this.bits.get(part);
      if (bit === undefined) {
        bit = 1n << BigInt(this.bits.size);
        this.bits.set(part, bit);
      }
      bits |= bit;
    }
    return bits;
  }
}

function mayNotCommute(a: Marks, b: Marks): boolean {
  return ((a.writes & (b.writes | b.reads | b.additions)) | (a.additions & b.reads)) !== 0n;
}
