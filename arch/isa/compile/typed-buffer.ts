import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import { type MemoryOperation, UnsupportedOperation } from '../instruction.js';
import type { MemoryRow } from '../rows/memory-row.js';
import {
  type ComponentRegisters,
  packTexel,
  readSelectedComponent,
  writeComponent,
} from '../texels/components.js';
import type { TexelFormat, TexelView } from '../texels/format.js';
import { getBufferFormat } from '../texels/format-numbers.js';
import { fillBufferAddresses, resolveBufferAddressing } from './buffer-address.js';
import { type CompileContext, UnsupportedError } from './context.js';
import { makeAccess } from './lane-access.js';
import { activateExecLanes, adaptToWidth, forEachLane } from './memory-data.js';

/** Returns the format number in word 3 of a buffer descriptor. On GFX9, it combines two fields. */
function getFormatNumber(word3: number, gfx: Gfx): number {
  if (gfx === 'gfx9') return ((word3 >>> 15) & 15) | (((word3 >>> 12) & 7) << 4);
  return (word3 >>> 12) & (isAtLeast(gfx, 'gfx11') ? 0x3f : 0x7f);
}

const CHANNEL_SELECTS = 0xfff;

/** Returns a function that gets the element format from the instruction or, at run time, the descriptor. */
function makeFormatReader(context: CompileContext): (word3: number) => TexelFormat {
  const { gfx } = context;
  if (context.raw.format === 'mtbuf') {
    const format = getBufferFormat(context.field('format'), gfx);
    if (format === undefined) throw new UnsupportedError(`buffer format ${context.field('format')}`);
    return () => format;
  }
  return (word3) => {
    const number = getFormatNumber(word3, gfx);
    const format = getBufferFormat(number, gfx);
    if (format === undefined) throw new UnsupportedOperation(`buffer format ${number}`);
    return format;
  };
}

function resolveRegisters(row: MemoryRow, context: CompileContext): ComponentRegisters {
  const register = context.field('vdata');
  const count = row.bytes / 4;
  if (row.access === 'load') context.defines.vector(register, count);
  if (row.access === 'store' || row.half !== undefined) context.uses.vector(register, count);
  return {
    first: register * context.lanes,
    isPacked16: row.packsHalves === true,
    isUpper: row.half === 'high',
  };
}

/** Compiles buffer accesses that convert elements between their memory format and registers. */
export function compileTypedBuffer(row: MemoryRow, count: number, context: CompileContext): MemoryOperation {
  if (context.field('tfe') !== 0 || context.field('lds') !== 0)
    throw new UnsupportedError('buffer tfe or lds');
  const getFormat = makeFormatReader(context);
  const addressing = resolveBufferAddressing(context);
  const registers = resolveRegisters(row, context);
  const components = [0, 1, 2, 3].slice(0, count);
  context.markExec();
  const operation: MemoryOperation = {
    ...makeAccess(row, context, 'buffer'),
    dwords: count,
    prepare: (wave, request) => {
      activateExecLanes(wave, request);
      const word3 = wave.s[addressing.descriptor + 3];
      const view: TexelView = { format: getFormat(word3), selects: word3 & CHANNEL_SELECTS };
      request.texels = view;
      fillBufferAddresses(wave, request, addressing, view.format.bytes);
      if (row.access === 'load') return;
      forEachLane(request, (lane) => packTexel(wave, request, registers, components, view.format, lane));
    },
    deliver: (wave, request) => {
      const view = request.texels!;
      forEachLane(request, (lane) => {
        components.forEach((component, position) => {
          const value = readSelectedComponent(view, request.data, lane, component);
          writeComponent(wave, registers, lane, position, value, view.format);
        });
      });
    },
  };
  return { ...operation, resolve: adaptToWidth(operation) };
}
