/** The number of registers that an operand of each type occupies in wave64. */
const DWORD_COUNTS = {
  b16: 1,
  u16: 1,
  i16: 1,
  f16: 1,
  b32: 1,
  u32: 1,
  i32: 1,
  f32: 1,
  v2f16: 1,
  v2i16: 1,
  v2u16: 1,
  b64: 2,
  u64: 2,
  i64: 2,
  f64: 2,
  b96: 3,
  b128: 4,
  b256: 8,
  b512: 16,
  mask: 2,
} as const;

/** How to interpret an operand's bits. The number is the width in bits. `mask` has one bit per lane. */
export type OperandType = keyof typeof DWORD_COUNTS;

/** Returns the number of registers that an operand occupies. In wave32, a lane mask occupies only one. */
export function countDwords(type: OperandType, lanes: number): number {
  return type === 'mask' && lanes === 32 ? 1 : DWORD_COUNTS[type];
}

/** Returns whether a type is a float: neg flips the sign bit, abs clears it, and results may be NaN. */
export function isFloat(type: OperandType): boolean {
  return type === 'f16' || type === 'f32' || type === 'f64';
}

/** Returns whether a type's inline constants are 16 bits wide. */
export function is16Bit(type: OperandType): boolean {
  return type === 'b16' || type === 'u16' || type === 'i16' || type === 'f16';
}

/** Returns whether a type's values are 64 bits wide. */
export function isWide(type: OperandType): boolean {
  return type === 'b64' || type === 'u64' || type === 'i64' || type === 'f64';
}

/** Returns the type of each half of a packed operand, or undefined for other operands. */
export function getComponentType(type: OperandType): OperandType | undefined {
  if (type === 'v2f16') return 'f16';
  if (type === 'v2i16') return 'i16';
  return type === 'v2u16' ? 'u16' : undefined;
}
