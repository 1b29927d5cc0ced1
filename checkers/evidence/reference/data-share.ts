import type { MemoryOperation, MemoryRequest, WordSource } from '../../../arch/index.js';
import { ReferenceMemory } from './memory.js';

const WORD_BYTES = 4;

/**
 * A data share in the sequential reference: a wave's or group's part of a local one, or the global one. A
 * part's initial contents are undefined; zero here.
 */
export class DataShare {
  private readonly memory: ReferenceMemory;

  constructor(
    private readonly bytes: number,
    memory?: WordSource,
  ) {
    const part = { name: 'share', address: 0, bytes, initial: [], compare: { kind: 'ignore' } } as const;
    this.memory = new ReferenceMemory([part], memory);
  }

  /** Its dwords. */
  get words(): Int32Array {
    return this.memory.words[0];
  }

  /**
   * Performs one access. Elements of at least a dword lose the low two bits of their address; smaller ones are aligned to their
   * size. An element that crosses the end is entirely out of range.
   */
  perform(operation: MemoryOperation, request: MemoryRequest): void {
    const { addresses } = request;
    const step = Math.min(operation.bytes, WORD_BYTES);
    for (let lane = 0; lane < addresses.length; lane++) {
      const address = addresses[lane] - (addresses[lane] % step);
      const isOutside = addresses[lane] < 0 || address + operation.bytes > this.bytes;
      addresses[lane] = isOutside ? -1 : address;
    }
    this.memory.perform(operation, request);
  }
}
