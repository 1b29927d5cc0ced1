import type { Gfx, MemoryOperation, MemoryRequest } from '../../arch/index.js';
import { registerField } from '../../arch/index.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { parameterDwords } from './initial-scalars.js';
import { ReferenceMemory } from './memory.js';

const WORD_BYTES = 4;

/** Bytes of the local data share that one unit of EXTRA_LDS_SIZE stands for. */
function extraUnit(gfx: Gfx): number {
  return gfx === 'gfx11' ? 1024 : 512;
}

/** Bytes of a pixel wave's part: parameters first, then what the draw asks for beside them. */
export function localBytesOf(gfx: Gfx, wave: WaveRecord): number {
  const { draw } = wave.facts;
  const units = registerField(gfx, draw.registers, 'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE') ?? 0;
  return parameterDwords(wave) * WORD_BYTES + units * extraUnit(gfx);
}

/**
 * The part of the local data share that a wave or a group has in the sequential reference. Nobody else reaches it; what it
 * holds at its start is nobody's promise, here zero.
 */
export class LocalReference {
  private readonly memory: ReferenceMemory;

  constructor(private readonly bytes: number) {
    const part = { name: 'lds', address: 0, bytes, initial: [], compare: { kind: 'ignore' } } as const;
    this.memory = new ReferenceMemory([part]);
  }

  /** The part's dwords. */
  get words(): Int32Array {
    return this.memory.words[0];
  }

  /**
   * Performs one access. Elements of a dword and more lose the low two bits of their address, smaller ones are rounded down;
   * an element that goes over the end is out of range as a whole.
   */
  perform(operation: MemoryOperation, request: MemoryRequest): void {
    const { addresses } = request;
    const step = Math.min(operation.bytes, WORD_BYTES);
    for (let lane = 0; lane < addresses.length; lane++) {
      const address = addresses[lane] - (addresses[lane] % step);
      addresses[lane] = address + operation.bytes > this.bytes ? -1 : address;
    }
    this.memory.perform(operation, request);
  }
}
