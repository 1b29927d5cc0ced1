import type { WaveState } from '../../wave-state.js';
import type { MemoryRequest } from '../instruction.js';
import { DATA_STRIDE, forEachLane, gatherData } from './memory-data.js';

/** Maximum texel width in dwords. */
const MAX_DWORDS = 4;

/** Fills texels with raw register values. Missing registers are treated as 0. */
export function packRaw(wave: WaveState, request: MemoryRequest, first: number, registers: number): void {
  request.data.fill(0, 0, MAX_DWORDS * DATA_STRIDE);
  gatherData(wave, request, first, registers);
}

/** Writes texels to registers without converting them. Texels smaller than a dword are sign-extended if `signed`. */
export function deliverRaw(
  { v, lanes }: WaveState,
  request: MemoryRequest,
  first: number,
  registers: number,
  signed: boolean,
): void {
  const bytes = request.texels!.format.bytes;
  const shift = bytes < 4 && signed ? 32 - bytes * 8 : 0;
  forEachLane(request, (lane) => {
    for (let i = 0; i < registers; i++) {
      const word = i * 4 < bytes ? request.data[i * DATA_STRIDE + lane] : 0;
      v[first + i * lanes + lane] = (word << shift) >> shift;
    }
  });
}
