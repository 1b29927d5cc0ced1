/**
 * Thrown by `MemoryOperation.prepare` if a descriptor requires something that is not modelled (an image format, a
 * tiling, a sampler mode), and by `Instruction.execute` if MODE or M0 does. Any result would be wrong, so none is
 * returned.
 */
export class UnsupportedOperation extends Error {
  constructor(feature: string) {
    super(`unsupported: ${feature}`);
  }
}
