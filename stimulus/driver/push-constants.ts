import { POINTED_BUFFER_ADDRESS } from './places.js';

/** Push constants of the corpus' shaders, by name (corpus README, "Initial state of a wave"). */
export interface PushConstants {
  readonly k: number;
  readonly primBase: number;
  readonly width: number;
  readonly flags: number;
  /** Float bits. */
  readonly alpha: number;
  readonly count: number;
  /** Low and high word of an address; default: the buffer `addr`. */
  readonly addr?: readonly [number, number];
}

/** Address words of the buffer `addr`. */
export const POINTED_BUFFER_WORDS = [
  POINTED_BUFFER_ADDRESS % 2 ** 32,
  Math.floor(POINTED_BUFFER_ADDRESS / 2 ** 32),
] as const;

/** The block as eight words in declaration order. */
export function pushConstantWords(constants: PushConstants): readonly number[] {
  const { k, primBase, width, flags, alpha, count, addr = POINTED_BUFFER_WORDS } = constants;
  return [k, primBase, width, flags, alpha, count, ...addr].map((word) => word >>> 0);
}
