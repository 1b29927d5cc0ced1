import { getCounter } from '../../counters.js';
import { getStreamoutRegister } from '../../data-shares.js';
import type { MemoryOperation } from '../instruction.js';
import type { MemoryRow } from '../rows/memory-row.js';
import { type CompileContext, type CompiledInstruction, UnsupportedError } from './context.js';
import { activateExecLanes, DATA_STRIDE, forEachLane, gatherData, scatterData } from './memory-data.js';

/** Lowest bit of the register number in the offset. */
const NUMBER_LOW = 2;
/** Mask of the register number, after shifting. */
const NUMBER_MASK = 0xf;

/**
 * Compiles a GFX11 atomic on a streamout register (RDNA3 ISA, DS_ADD_GS_REG_RTN). Each lane adds or subtracts its dword
 * and receives the old value, which is one or two dwords.
 */
export function compileStreamoutRegister(row: MemoryRow, context: CompileContext): CompiledInstruction {
  if (context.field('gds') === 0) throw new UnsupportedError('streamout register without gds');
  const offset = context.field('offset0') | (context.field('offset1') << 8);
  const { address, bytes } = getStreamoutRegister((offset >>> NUMBER_LOW) & NUMBER_MASK);
  const dwords = bytes / 4;
  const [data, destination] = [context.field('data0'), context.field('vdst')];
  context.markExec();
  context.uses.vector(data);
  context.defines.vector(destination, dwords);
  const memory: MemoryOperation = {
    space: 'gds',
    access: 'atomic',
    ...(row.atomic === undefined ? {} : { atomic: row.atomic }),
    returns: true,
    bytes,
    dwords,
    counter: getCounter(context.gfx, 'local'),
    glc: false,
    dlc: false,
    slc: false,
    prepare: (wave, request) => {
      activateExecLanes(wave, request);
      gatherData(wave, request, data * context.lanes, 1);
      forEachLane(request, (lane) => {
        request.addresses[lane] = address;
        if (dwords > 1) request.data[DATA_STRIDE + lane] = 0;
      });
    },
    deliver: (wave, request) => scatterData(wave, request, destination * context.lanes, dwords),
  };
  return { kind: 'memory', memory };
}
