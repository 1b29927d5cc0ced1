/** The new value of a 32-bit word after an atomic with `operand` (and `compare` for cmpswap), from its old one. */
export function atomic32(name: string, old: number, operand: number, compare: number): number {
  switch (name) {
    case 'swap':
      return operand;
    case 'cmpswap':
      return old === compare ? operand : old;
    case 'add':
      return (old + operand) | 0;
    case 'sub':
      return (old - operand) | 0;
    case 'smin':
      return Math.min(old, operand);
    case 'smax':
      return Math.max(old, operand);
    case 'umin':
      return Math.min(old >>> 0, operand >>> 0) | 0;
    case 'umax':
      return Math.max(old >>> 0, operand >>> 0) | 0;
    case 'and':
      return old & operand;
    case 'or':
      return old | operand;
    case 'xor':
      return old ^ operand;
    case 'inc':
      return old >>> 0 >= operand >>> 0 ? 0 : (old + 1) | 0;
    case 'dec':
      return old === 0 || old >>> 0 > operand >>> 0 ? operand : (old - 1) | 0;
    default:
      throw new Error(`the reference knows no atomic ${name}`);
  }
}

/** The same on 64 bits, as unsigned values below 2^64. */
export function atomic64(name: string, old: bigint, operand: bigint, compare: bigint): bigint {
  const signed = (value: bigint): bigint => BigInt.asIntN(64, value);
  switch (name) {
    case 'swap':
      return operand;
    case 'cmpswap':
      return old === compare ? operand : old;
    case 'add':
      return BigInt.asUintN(64, old + operand);
    case 'sub':
      return BigInt.asUintN(64, old - operand);
    case 'smin':
      return signed(old) < signed(operand) ? old : operand;
    case 'smax':
      return signed(old) > signed(operand) ? old : operand;
    case 'umin':
      return old < operand ? old : operand;
    case 'umax':
      return old > operand ? old : operand;
    case 'and':
      return old & operand;
    case 'or':
      return old | operand;
    case 'xor':
      return old ^ operand;
    case 'inc':
      return old >= operand ? 0n : old + 1n;
    case 'dec':
      return old === 0n || old > operand ? operand : old - 1n;
    default:
      throw new Error(`the reference knows no 64-bit atomic ${name}`);
  }
}
