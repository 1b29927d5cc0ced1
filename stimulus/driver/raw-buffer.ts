import { encodeBufferDescriptor, type Gfx } from '../../arch/index.js';

/** Returns the descriptor of a raw buffer (one without a stride). */
export function rawBufferDescriptor(gfx: Gfx, address: number, bytes: number): number[] {
  return encodeBufferDescriptor(gfx, { address, bytes, stride: 0 });
}
