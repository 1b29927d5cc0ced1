import { getStreamoutRegister, globalShareBytes } from '../../data-shares.js';
import { isLaneActive, SCALAR, type WaveState } from '../../wave-state.js';
import type { MemoryOperation, MemoryRequest } from '../instruction.js';
import { getLdsFields, type MemoryRow } from '../rows/memory-row.js';
import { decodeSwizzle, getSourceLane } from '../swizzle.js';
import { type CompileContext, UnsupportedError } from './context.js';
import { makeAccess } from './lane-access.js';
import {
  activateExecLanes,
  DATA_STRIDE,
  forEachLane,
  gatherData,
  scatterData,
  scatterNarrow,
  shiftUpperHalvesDown,
} from './memory-data.js';

/** Lowest bit of the register number in the offset. */
const NUMBER_LOW = 2;
/** Mask of the register number, after shifting. */
const NUMBER_MASK = 0xf;

/**
 * Compiles a GFX11 atomic on a streamout register (RDNA3 ISA, DS_ADD_GS_REG_RTN). Each lane adds or subtracts its dword
 * and receives the old value, which is one or two dwords.
 */
function compileStreamoutRegister(row: MemoryRow, context: CompileContext): MemoryOperation {
  if (context.field('gds') === 0) throw new UnsupportedError('streamout register without gds');
  const offset = context.field('offset0') | (context.field('offset1') << 8);
  const { address, bytes } = getStreamoutRegister((offset >>> NUMBER_LOW) & NUMBER_MASK);
  const dwords = bytes / 4;
  const [data, destination] = [context.field('data0'), context.field('vdst')];
  context.markExec();
  context.uses.vector(data);
  context.defines.vector(destination, dwords);
  return {
    ...makeAccess(row, context, 'gds'),
    bytes,
    dwords,
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
}

/** Returns the byte offset of an access. A pair of elements must be adjacent, since an access has only one address. */
function getOffset({ pairStep, bytes }: MemoryRow, context: CompileContext): number {
  const [first, second] = [context.field('offset0'), context.field('offset1')];
  if (pairStep === undefined) return first | (second << 8);
  if ((second - first) * pairStep !== bytes / 2) throw new UnsupportedError('non-adjacent LDS locations');
  return first * pairStep;
}

/** Marks the registers of an access as used or defined. Loads into half of a register keep the other half. */
function markRegisters(row: MemoryRow, context: CompileContext): void {
  for (const [field, dwords] of getLdsFields(row)) {
    const register = context.field(field);
    if (field === 'vdst') context.defines.vector(register, dwords);
    if (field !== 'vdst' || row.half !== undefined) context.uses.vector(register, dwords);
  }
}

type Gather = (wave: WaveState, request: MemoryRequest) => void;

/** Returns a function that gathers the data of a store or atomic from one register range, or from two in order. */
function makeGather(row: MemoryRow, context: CompileContext): Gather {
  const fields = getLdsFields(row).filter(([field]) => field === 'data0' || field === 'data1');
  const sources = fields.map(([field]) => context.field(field) * context.lanes);
  const [[, dwords]] = fields;
  const [first, second] = row.operands === 'compare-first' ? sources.reverse() : sources;
  if (second === undefined) return (wave, request) => gatherData(wave, request, first, dwords);
  return (wave, request) => {
    gatherData(wave, request, second, dwords);
    // Make room for the first operand.
    request.data.copyWithin(DATA_STRIDE * dwords, 0, DATA_STRIDE * dwords);
    gatherData(wave, request, first, dwords);
  };
}

/** Builds a lane-to-lane transfer through the LDS hardware. The data is returned as for a load. */
function makeLaneTransfer(
  row: MemoryRow,
  context: CompileContext,
  prepare: MemoryOperation['prepare'],
): MemoryOperation {
  const destination = context.field('vdst') * context.lanes;
  context.markExec();
  markRegisters(row, context);
  return {
    ...makeAccess(row, context, 'lds'),
    isLaneExchange: true,
    prepare: (wave, request) => {
      activateExecLanes(wave, request);
      forEachLane(request, (lane) => {
        request.addresses[lane] = -1;
      });
      prepare(wave, request);
    },
    deliver: (wave, request) => scatterData(wave, request, destination, 1),
  };
}

/**
 * Compiles a swizzle: each lane reads from the lane that the pattern in the offset selects. Inactive lanes supply 0.
 */
function compileSwizzle(row: MemoryRow, context: CompileContext): MemoryOperation {
  const { lanes } = context;
  const swizzle = decodeSwizzle(context.field('offset0') | (context.field('offset1') << 8));
  if (swizzle === undefined) throw new UnsupportedError('swizzle mode');
  const source = context.field('addr') * lanes;
  const partners = Array.from({ length: lanes }, (_, lane) => getSourceLane(swizzle, lane));
  return makeLaneTransfer(row, context, (wave, request) => {
    forEachLane(request, (lane) => {
      const partner = partners[lane];
      request.data[lane] = isLaneActive(wave, partner) ? wave.v[source + partner] : 0;
    });
  });
}

/**
 * Compiles a permute: each lane sends to, or reads from, the lane at index address / 4. Inactive lanes send nothing and
 * supply 0. On GFX10 and later, lanes can only reach their own half of a wave64.
 */
function compilePermute(row: MemoryRow, context: CompileContext): MemoryOperation {
  const { lanes } = context;
  const [address, data] = ['addr', 'data0'].map((name) => context.field(name) * lanes);
  const offset = getOffset(row, context);
  const reach = context.gfx !== 'gfx9' ? 32 : lanes;
  const findPartner = ({ v }: WaveState, lane: number) =>
    (lane & ~(reach - 1)) | (((v[address + lane] + offset) >>> 2) & (reach - 1));
  if (row.lanes === 'bpermute') {
    return makeLaneTransfer(row, context, (wave, request) => {
      forEachLane(request, (lane) => {
        const sourceLane = findPartner(wave, lane);
        request.data[lane] = isLaneActive(wave, sourceLane) ? wave.v[data + sourceLane] : 0;
      });
    });
  }
  return makeLaneTransfer(row, context, (wave, request) => {
    request.data.fill(0, 0, lanes);
    forEachLane(request, (lane) => {
      request.data[findPartner(wave, lane)] = wave.v[data + lane];
    });
  });
}

/**
 * Returns the address of a lane's GDS access, or -1 if it is outside the program's partition or past the end of GDS.
 * M0's upper half is the partition's first byte, and its lower half is the size (GFX9 ISA, "M0 usage").
 */
function getGdsAddress({ s }: WaveState, offset: number, bytes: number, limit: number): number {
  const partition = s[SCALAR.M0];
  const address = (partition >>> 16) + offset;
  return offset + bytes > (partition & 0xffff) || address + bytes > limit ? -1 : address;
}

/**
 * Compiles an LDS or GDS access. Addresses are byte offsets into the wave's allocation, or into the partition that M0
 * defines. Register plus offset wraps at 32 bits, so the register may be negative (LLVM, `hasUsableDSOffset`).
 */
export function compileLds(row: MemoryRow, context: CompileContext): MemoryOperation {
  if (row.usesStreamoutRegister === true) return compileStreamoutRegister(row, context);
  const isGds = context.field('gds') !== 0;
  const limit = globalShareBytes(context.gfx);
  if (isGds && row.lanes !== undefined) throw new UnsupportedError('lane moves through GDS');
  if (row.lanes === 'swizzle') return compileSwizzle(row, context);
  if (row.lanes !== undefined) return compilePermute(row, context);
  const { bytes } = row;
  const { lanes } = context;
  const dwords = Math.max(1, bytes / 4);
  const offset = getOffset(row, context);
  context.markExec();
  if (isGds) context.uses.scalar(SCALAR.M0);
  markRegisters(row, context);
  const gather = row.access === 'load' ? undefined : makeGather(row, context);
  const address = context.field('addr') * lanes;
  const destination = context.field('vdst') * lanes;
  const usesUpperHalf = row.access === 'store' && row.half === 'high';
  return {
    ...makeAccess(row, context, isGds ? 'gds' : 'lds'),
    dwords: row.operands === undefined ? dwords : 2 * dwords,
    prepare: (wave, request) => {
      activateExecLanes(wave, request);
      forEachLane(request, (lane) => {
        const laneOffset = (wave.v[address + lane] + offset) >>> 0;
        request.addresses[lane] = isGds ? getGdsAddress(wave, laneOffset, bytes, limit) : laneOffset;
      });
      gather?.(wave, request);
      if (usesUpperHalf) shiftUpperHalvesDown(request);
    },
    deliver: (wave, request) => {
      if (bytes < 4) scatterNarrow(wave, request, destination, row);
      else scatterData(wave, request, destination, dwords);
    },
  };
}
