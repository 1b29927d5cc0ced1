import { SCALAR } from '../../wave-state.js';
import { getVectorCounter, type MemoryRow } from '../rows/memory-row.js';
import { getName } from '../rows/row-base.js';
import { fillBufferAddresses } from './buffer-address.js';
import { getCacheBits, resolveBufferAddressing } from './buffer-operands.js';
import type { CompiledInstruction } from './compiled.js';
import { type CompileContext, UnsupportedError } from './context.js';
import { activateExecLanes, DATA_STRIDE, forEachLane } from './memory-data.js';

/** Index of the request's data dword that holds the LDS byte address of the first lane's write. */
const WRITE_ADDRESS = 15;

/**
 * Compiles a buffer load into LDS. It writes one dword per lane, starting at M0[15:0] plus the instruction's offset.
 * Nothing is written outside the wave's allocation.
 */
export function compileLdsLoad(row: MemoryRow, context: CompileContext): CompiledInstruction {
  const { bytes, signed = false } = row;
  const isSupported = row.access === 'load' && bytes <= 4 && row.half === undefined;
  if (!isSupported) throw new UnsupportedError(`${getName(row, context.gfx)} to LDS`);
  const addressing = resolveBufferAddressing(context);
  context.markExec();
  context.uses.scalar(SCALAR.M0);
  const shift = 32 - bytes * 8;
  return {
    kind: 'memory',
    memory: {
      space: 'buffer',
      access: 'load',
      returns: false,
      bytes,
      dwords: 1,
      counter: getVectorCounter(row, false, context.gfx),
      ...getCacheBits(context),
      prepare: (wave, request) => {
        activateExecLanes(wave, request);
        fillBufferAddresses(wave, request, addressing, bytes);
        request.data[WRITE_ADDRESS * DATA_STRIDE] = (wave.s[SCALAR.M0] & 0xffff) + addressing.immediate;
      },
      deliver: ({ lds }, request) => {
        const first = request.data[WRITE_ADDRESS * DATA_STRIDE] >>> 2;
        forEachLane(request, (lane) => {
          const shifted = request.data[lane] << shift;
          if (first + lane < lds.length) lds[first + lane] = signed ? shifted >> shift : shifted >>> shift;
        });
      },
    },
  };
}
