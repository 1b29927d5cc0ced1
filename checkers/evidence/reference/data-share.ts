import type { MemoryOperation, MemoryRequest, WordSource } from '../../../arch/index.js';
import { ReferenceMemory } from './memory.js';

const WORD_BYTES = 4;
const MAX_LANES = 64;

/**
 * A data share in the sequential reference: either GDS, or the LDS allocation of a wave or group. LDS is
 * initially undefined on hardware, but zero here.
 */
export class DataShare {
  private readonly memory: ReferenceMemory;

  constructor(
    private readonly bytes: number,
    memory?: WordSource,
  ) {
    const object = { name: 'share', address: 0, bytes, initial: [], compare: { kind: 'ignore' } } as const;
    this.memory = new ReferenceMemory([object], memory);
  }

  /** The dwords of the data share. */
  get words(): Int32Array {
    return this.memory.words[0];
  }

  /**
   * Performs an access. For elements of a dword or more, the low two bits of the address are ignored; smaller
   * elements are aligned to their size. An element that extends past the end is entirely out of range.
   */
  perform(operation: MemoryOperation, request: MemoryRequest): void {
    const { addresses } = request;
    const alignment = Math.min(operation.bytes, WORD_BYTES);
    for (let lane = 0; lane < MAX_LANES; lane++) {
      const address = addresses[lane] - (addresses[lane] % alignment);
      const isOutside = addresses[lane] < 0 || address + operation.bytes > this.bytes;
      addresses[lane] = isOutside ? -1 : address;
    }
    this.memory.perform(operation, request);
  }
}
