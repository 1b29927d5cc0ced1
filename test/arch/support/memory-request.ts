import {
  type Gfx,
  type MemoryRequest,
  makeMemoryRequest,
  type WaveSize,
  type WaveState,
} from '../../../arch/index.js';
import { decodeSource, makeWave } from './machine.js';

/** Prepares the memory request of a program's first instruction. */
export function prepareRequest(
  source: string,
  prepare: (state: WaveState) => void,
  gfx: Gfx = 'gfx10.3',
  wave: WaveSize = 32,
) {
  const decoded = decodeSource(source, gfx, wave);
  const state = makeWave(decoded);
  prepare(state);
  const operation = decoded.instructions[0].memory!;
  const request: MemoryRequest = makeMemoryRequest();
  operation.prepare(state, request);
  return { operation, filled: request, state, instruction: decoded.instructions[0] };
}
