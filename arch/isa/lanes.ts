import { SCALAR, type WaveState } from '../wave-state.js';

/** Calls `visit` for each lane that EXEC has on, in ascending order. */
export function forEachActiveLane({ s, lanes }: WaveState, visit: (lane: number) => void): void {
  for (let rest = s[SCALAR.EXEC_LO]; rest !== 0; rest &= rest - 1) visit(31 - Math.clz32(rest & -rest));
  if (lanes === 32) return;
  for (let rest = s[SCALAR.EXEC_HI]; rest !== 0; rest &= rest - 1) visit(63 - Math.clz32(rest & -rest));
}

/** Whether EXEC has a lane on; false for lanes that the wave does not have. */
export function isLaneActive({ s, lanes }: WaveState, lane: number): boolean {
  return lane < lanes && ((s[SCALAR.EXEC_LO + (lane >>> 5)] >>> (lane & 31)) & 1) !== 0;
}
