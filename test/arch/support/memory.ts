import type { MemoryOperation, MemoryPort, MemoryRequest } from '../../../arch/index.js';

const LANES = 64;

/** A flat memory with no timing, which stores dwords by byte address. */
export class FlatMemory implements MemoryPort {
  readonly dwords = new Map<number, number>();

  read(address: number): number {
    return this.dwords.get(address) ?? 0;
  }

  write(address: number, ...values: number[]): void {
    values.forEach((value, i) => {
      this.dwords.set(address + 4 * i, value | 0);
    });
  }

  perform(operation: MemoryOperation, request: MemoryRequest): void {
    for (let access = 0; access < LANES * (operation.texelsPerLane ?? 1); access++) {
      const lane = access % LANES;
      const mask = lane < 32 ? request.lanesLo : request.lanesHi;
      if (((mask >>> (lane & 31)) & 1) === 0) continue;
      this.#performLane(operation, request, access);
    }
  }

  #performLane(
    { access, atomic, bytes, dwords }: MemoryOperation,
    { addresses, data }: MemoryRequest,
    lane: number,
  ): void {
    const address = addresses[lane];
    if (bytes < 4) {
      this.#performNarrow(access, bytes, address, data, lane);
      return;
    }
    for (let d = 0; d < dwords; d++) {
      const element = d * LANES + lane;
      const old = address < 0 ? 0 : this.read(address + 4 * d);
      if (access === 'store' && address >= 0) this.write(address + 4 * d, data[element]);
      if (access === 'atomic' && address >= 0)
        this.write(address, atomic === 'add' ? old + data[element] : data[element]);
      if (access !== 'store') data[element] = old;
    }
  }

  #performNarrow(access: string, bytes: number, address: number, data: Int32Array, lane: number): void {
    if (address < 0) {
      if (access === 'load') data[lane] = 0;
      return;
    }
    const shift = (address % 4) * 8;
    const word = address - (address % 4);
    const mask = (2 ** (8 * bytes) - 1) << shift;
    if (access === 'load') data[lane] = (this.read(word) & mask) >>> shift;
    else this.write(word, (this.read(word) & ~mask) | ((data[lane] << shift) & mask));
  }
}
