import { bufferDescriptorWords, type Gfx } from '../../arch/index.js';

/** Descriptor of a raw buffer without stride. */
export function rawBufferDescriptor(gfx: Gfx, address: number, bytes: number): number[] {
  return bufferDescriptorWords(gfx, { address, bytes, stride: 0 });
}
