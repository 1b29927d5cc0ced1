import { memoise } from '../../memoise.js';
import { SCALAR, type WaveState } from '../../wave-state.js';
import type { MemoryOperation, MemoryRequest } from '../instruction.js';
import type { MemoryRow } from '../rows/memory-row.js';

/** Stride between a lane's consecutive dwords in `MemoryRequest.data`, and between its addresses. */
export const DATA_STRIDE = 64;

/** Activates the lanes enabled by EXEC. */
export function activateExecLanes({ s, lanes }: WaveState, request: MemoryRequest): void {
  request.lanesLo = s[SCALAR.EXEC_LO];
  request.lanesHi = lanes === 64 ? s[SCALAR.EXEC_HI] : 0;
}

/** Calls `visit` for each active lane, in ascending order. */
export function forEachLane(
  request: Pick<MemoryRequest, 'lanesLo' | 'lanesHi'>,
  visit: (lane: number) => void,
): void {
  for (let rest = request.lanesLo; rest !== 0; rest &= rest - 1) visit(31 - Math.clz32(rest & -rest));
  for (let rest = request.lanesHi; rest !== 0; rest &= rest - 1) visit(63 - Math.clz32(rest & -rest));
}

/** Copies `dwords` registers starting at element `first` into the request's data. */
export function gatherData(
  { v, lanes }: WaveState,
  request: MemoryRequest,
  first: number,
  dwords: number,
): void {
  for (let d = 0; d < dwords; d++) copyLanes(v, first + d * lanes, request.data, d * DATA_STRIDE, request);
}

/** Copies the request's data into `dwords` registers starting at element `first`. */
export function scatterData(
  { v, lanes }: WaveState,
  request: MemoryRequest,
  first: number,
  dwords: number,
): void {
  for (let d = 0; d < dwords; d++) copyLanes(request.data, d * DATA_STRIDE, v, first + d * lanes, request);
}

/**
 * Copies one dword of each active lane between arrays. `from` and `to` are the elements of lane 0. If all 64 lanes are
 * active, they are copied at once.
 */
export function copyLanes(
  source: Int32Array,
  from: number,
  target: Int32Array,
  to: number,
  { lanesLo, lanesHi }: MemoryRequest,
): void {
  if ((lanesLo & lanesHi) === -1) {
    target.set(source.subarray(from, from + DATA_STRIDE), to);
    return;
  }
  copyHalf(source, from, target, to, lanesLo);
  copyHalf(source, from + 32, target, to + 32, lanesHi);
}

function copyHalf(source: Int32Array, from: number, target: Int32Array, to: number, lanes: number): void {
  if (lanes === -1) {
    for (let i = 0; i < 32; i++) target[to + i] = source[from + i];
    return;
  }
  for (let rest = lanes; rest !== 0; rest &= rest - 1) {
    const lane = 31 - Math.clz32(rest & -rest);
    target[to + lane] = source[from + lane];
  }
}

/** Moves the upper half of each lane's first dword to the lower half, for instructions that store the upper half. */
export function shiftUpperHalvesDown(request: MemoryRequest): void {
  forEachLane(request, (lane) => {
    request.data[lane] >>>= 16;
  });
}

/** Like `scatterData`, but for 8-bit or 16-bit values, which are extended to a full or half dword. */
export function scatterNarrow(
  { v }: WaveState,
  request: MemoryRequest,
  first: number,
  { bytes, signed = false, half }: Pick<MemoryRow, 'bytes' | 'signed' | 'half'>,
): void {
  const shift = 32 - bytes * 8;
  const lowestBit = half === 'high' ? 16 : 0;
  const preservedBits = half === undefined ? 0 : ~(0xffff << lowestBit);
  forEachLane(request, (lane) => {
    const shifted = request.data[lane] << shift;
    const value = signed ? shifted >> shift : shifted >>> shift;
    v[first + lane] = (v[first + lane] & preservedBits) | ((value << lowestBit) & ~preservedBits);
  });
}

/** Copies an operation and adds its absent properties, so that nearly all operations have the same hidden class. */
export function completeOperation(operation: MemoryOperation): MemoryOperation {
  return { scope: undefined, atomic: undefined, resolve: undefined, texelsPerLane: undefined, ...operation };
}

/**
 * Returns a function that adapts the operation to a request's texel width, up to `maxBytes` bytes. Requests of the same
 * width share one operation.
 */
export function adaptToWidth(
  operation: MemoryOperation,
  maxBytes = Infinity,
): (request: MemoryRequest) => MemoryOperation {
  const whole = completeOperation(operation);
  const adapt = memoise((bytes: number) => ({ ...whole, bytes, dwords: Math.max(1, bytes / 4) }));
  return ({ texels }) => adapt(Math.min(maxBytes, texels?.format.bytes ?? operation.bytes));
}

/** Writes the "fully resident" status to the status register, if there is one. */
export function clearStatus({ v }: WaveState, request: MemoryRequest, status: number): void {
  if (status < 0) return;
  forEachLane(request, (lane) => {
    v[status + lane] = 0;
  });
}
