import { RAW_POINTER_BUFFER_ADDRESS } from './addresses.js';

/** The push constants of the corpus shaders, by name (corpus README, "Initial state of a wave"). */
export interface PushConstants {
  readonly k: number;
  readonly primBase: number;
  readonly width: number;
  readonly flags: number;
  /** The bits of a float. */
  readonly alpha: number;
  readonly count: number;
  /** The low and high words of an address; by default, the address of the buffer `addr`. */
  readonly addr?: readonly [number, number];
}

/** The address of the buffer `addr`, as two words. */
export const RAW_POINTER_WORDS = [
  RAW_POINTER_BUFFER_ADDRESS % 2 ** 32,
  Math.floor(RAW_POINTER_BUFFER_ADDRESS / 2 ** 32),
] as const;

/** Returns the push constant block as eight words, in declaration order. */
export function packPushConstants(constants: PushConstants): readonly number[] {
  const { k, primBase, width, flags, alpha, count, addr = RAW_POINTER_WORDS } = constants;
  return [k, primBase, width, flags, alpha, count, ...addr].map((word) => word >>> 0);
}
