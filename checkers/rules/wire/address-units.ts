import type { MemoryIssued } from '../../../transactions/index.js';
import { NEVER } from '../../kit.js';

/** Number of bytes in a line (P-043). */
const LINE_BYTES = 128;

/** Number of lanes in an access, each of which has one address per texel. */
const LANES = 64;

/** Returns the addresses of the active lanes and texels that pass the range check. */
export function getAddresses({ lanesLo, lanesHi, addresses, texelsPerLane }: MemoryIssued): number[] {
  const found: number[] = [];
  for (let base = 0; base < LANES * (texelsPerLane ?? 1); base += LANES / 2)
    for (
      let remaining = base % LANES === 0 ? lanesLo : lanesHi;
      remaining !== 0;
      remaining &= remaining - 1
    ) {
      const address = addresses[base + 31 - Math.clz32(remaining & -remaining)];
      if (address >= 0) found.push(address);
    }
  return found;
}

/**
 * Counts the distinct lines that an access touches. An address unit sends one line per cycle, and 32 consecutive dwords
 * form one line (P-030, P-157). Since there are many accesses with few lines each, this class avoids allocation
 * by searching the lines found so far.
 */
export class LineCounter {
  /** The first `count` entries are the access's line numbers; the rest are stale. */
  private readonly seenLines: number[] = [];
  private count = 0;

  /** Returns the number of distinct lines that an access touches. */
  countLines({ lanesLo, lanesHi, addresses, texelsPerLane = 1, bytes }: MemoryIssued): number {
    this.count = 0;
    for (let base = 0; base < LANES * texelsPerLane; base += LANES / 2)
      for (
        let remaining = base % LANES === 0 ? lanesLo : lanesHi;
        remaining !== 0;
        remaining &= remaining - 1
      ) {
        const address = addresses[base + 31 - Math.clz32(remaining & -remaining)];
        if (address < 0) continue;
        const end = Math.floor((address + bytes - 1) / LINE_BYTES);
        for (let line = Math.floor(address / LINE_BYTES); line <= end; line++) this.addLine(line);
      }
    return this.count;
  }

  private addLine(line: number): void {
    const { seenLines } = this;
    // Adjacent lanes usually share a line.
    for (let i = this.count - 1; i >= 0; i--) if (seenLines[i] === line) return;
    seenLines[this.count++] = line;
  }
}

/** Tracks which accesses are in a compute unit's address unit, and when the unit becomes free. */
export class AddressUnitTimeline {
  /** The first cycle in which the unit can send the next line. */
  freeAt = NEVER;
  /** The cycles in which accesses leave the unit, in ascending order. */
  private readonly departureCycles: number[] = [];

  /** Returns the number of accesses still in the unit in the given cycle. Cycles must not decrease between calls. */
  countInFlight(cycle: number): number {
    while (this.departureCycles.length > 0 && this.departureCycles[0] <= cycle) this.departureCycles.shift();
    return this.departureCycles.length;
  }

  /** Adds an access that leaves the unit in the given cycle. */
  add(cycle: number): void {
    this.departureCycles.push(cycle);
    this.freeAt = cycle;
  }
}
