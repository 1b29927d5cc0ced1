/**
 * Thrown by `MemoryOperation.prepare` when a descriptor asks for what is not modelled (an image format, a tiling,
 * a sampler mode) and by `Instruction.execute` when the MODE register does. A result would be wrong, so there is none.
 */
export class UnsupportedOperation extends Error {
  constructor(what: string) {
    super(`unsupported: ${what}`);
  }
}
