import type { MemoryIssued, Scenario, Transaction } from '../../transactions/index.js';
import { listCoveredPixels } from '../../transactions/index.js';

/** One access by one invocation to memory that the interlock orders. */
export interface SequentialAccess {
  readonly draw: number;
  /** The primitive's number, counted across all draws in API order. */
  readonly primitive: number;
  /** The invocation's pixel, or a coarse invocation's upper-left pixel. */
  readonly x: number;
  readonly y: number;
  /** The byte offset of the instruction in its program. */
  readonly pc: number;
  readonly operation: MemoryIssued['operation'];
  readonly object: string;
  readonly address: number;
  readonly bytes: number;
}

/** The maximum number of lanes in a wave, which is the stride between texels in the address array. */
const LANES = 64;

interface Invocation {
  readonly draw: number;
  readonly primitive: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Collects a run's ordered accesses and returns them in sequential order: by primitive, by row, and in program order
 * within an invocation.
 */
export class SequentialAccesses {
  private readonly accesses: SequentialAccess[] = [];
  /** The invocations by wave and lane. */
  private readonly invocations = new Map<number, (Invocation | undefined)[]>();
  private readonly objects;

  constructor(private readonly scenario: Scenario) {
    const names = new Set(scenario.ordered.map(({ object }) => object));
    this.objects = scenario.memory.filter(({ name }) => names.has(name));
  }

  observe(transaction: Transaction): void {
    if (transaction.kind === 'wave-formed') {
      const { draw } = transaction;
      const lanes: (Invocation | undefined)[] = [];
      for (const { lane, x, y, primitive } of listCoveredPixels(
        transaction,
        this.scenario.draws[draw]!.samples,
      ))
        lanes[lane] ??= { draw, primitive, x, y };
      this.invocations.set(transaction.wave, lanes);
    } else if (transaction.kind === 'memory-issued') this.addAccess(transaction);
    else if (transaction.kind === 'wave-ended') this.invocations.delete(transaction.wave);
  }

  /** Returns all accesses in sequential order. */
  listInOrder(): SequentialAccess[] {
    const getSortKey = ({ draw, primitive, y, x }: SequentialAccess): number[] => [draw, primitive, y, x];
    return this.accesses
      .map((access) => ({ access, key: getSortKey(access) }))
      .sort((a, b) => compareKeys(a.key, b.key))
      .map(({ access }) => access);
  }

  private addAccess({
    wave,
    pc,
    operation,
    addresses,
    texelsPerLane = 1,
    bytes,
    ...masks
  }: MemoryIssued): void {
    const lanes = this.invocations.get(wave) ?? [];
    for (const [lane, invocation] of lanes.entries()) {
      const mask = lane < LANES / 2 ? masks.lanesLo : masks.lanesHi;
      if (invocation === undefined || ((mask >>> (lane % 32)) & 1) === 0) continue;
      for (let texel = 0; texel < texelsPerLane; texel++) {
        const address = addresses[LANES * texel + lane] ?? -1;
        const object = this.findOrderedObject(address);
        if (object !== undefined)
          this.accesses.push({ ...invocation, pc, operation, object, address, bytes });
      }
    }
  }

  private findOrderedObject(accessed: number): string | undefined {
    return this.objects.find(({ address, bytes }) => accessed >= address && accessed < address + bytes)?.name;
  }
}

/** Compares the first numbers that differ. Returns 0 if none do, so that a stable sort keeps program order. */
function compareKeys(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, i) => value !== b[i]);
  return index < 0 ? 0 : a[index]! - b[index]!;
}
