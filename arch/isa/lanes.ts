import { SCALAR, type WaveState } from '../wave-state.js';

/** Calls `visit` for each active lane, in ascending order. */
export function forEachActiveLane({ s, lanes }: WaveState, visit: (lane: number) => void): void {
  for (let rest = s[SCALAR.EXEC_LO]; rest !== 0; rest &= rest - 1) visit(31 - Math.clz32(rest & -rest));
  if (lanes === 32) return;
  for (let rest = s[SCALAR.EXEC_HI]; rest !== 0; rest &= rest - 1) visit(63 - Math.clz32(rest & -rest));
}

/** Returns whether a lane is active in EXEC. Lanes beyond the wave's size are not. */
export function isLaneActive({ s, lanes }: WaveState, lane: number): boolean {
  return lane < lanes && ((s[SCALAR.EXEC_LO + (lane >>> 5)] >>> (lane & 31)) & 1) !== 0;
}
