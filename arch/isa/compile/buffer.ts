import { SCALAR, type WaveState } from '../../wave-state.js';
import type { MemoryOperation, MemoryRequest } from '../instruction.js';
import { countDataDwords, fillsLds, type MemoryRow } from '../rows/memory-row.js';
import { getName } from '../rows/row-base.js';
import { type BufferAddressing, fillBufferAddresses, resolveBufferAddressing } from './buffer-address.js';
import { type CompileContext, UnsupportedError } from './context.js';
import { type Fill, makeAccess, makeLaneAccess } from './lane-access.js';
import { activateExecLanes, completeOperation, DATA_STRIDE, forEachLane } from './memory-data.js';

const DWORD_BYTES = 4;

/**
 * Computes a separate address for each dword of each lane. A lane's addresses are 64 elements apart, and are -1 for
 * dwords outside the descriptor's range.
 *
 * @returns whether any lane is partly out of range
 */
function fillEachDword(
  wave: WaveState,
  { lanesLo, lanesHi, addresses }: MemoryRequest,
  addressing: BufferAddressing,
  dwords: number,
): boolean {
  for (let d = 0; d < dwords; d++) {
    const dwordRequest = { lanesLo, lanesHi, addresses: addresses.subarray(d * DATA_STRIDE) };
    fillBufferAddresses(
      wave,
      dwordRequest,
      { ...addressing, immediate: addressing.immediate + d * DWORD_BYTES },
      DWORD_BYTES,
    );
  }
  let hasStraddlingLane = false;
  forEachLane({ lanesLo, lanesHi }, (lane) => {
    for (let d = 1; d < dwords; d++)
      hasStraddlingLane ||= addresses[d * DATA_STRIDE + lane] < 0 !== addresses[lane] < 0;
  });
  return hasStraddlingLane;
}

/**
 * Fills in the addresses for an unconverted load or store of several dwords. The hardware checks the range of each
 * dword separately (RDNA3.5 and MI300 manuals, "Range Checking": "Load/store-DWORD-x{2,3,4} perform range-check per
 * component"). If any lane is partly out of range, every dword gets its own address.
 */
function fillDwordAddresses(
  wave: WaveState,
  request: MemoryRequest,
  addressing: BufferAddressing,
  dwords: number,
): void {
  const hasLaneOutOfRange = fillBufferAddresses(wave, request, addressing, dwords * DWORD_BYTES);
  request.hasDwordAddresses = hasLaneOutOfRange && fillEachDword(wave, request, addressing, dwords);
}

/**
 * Returns a function that selects dword-by-dword execution for prepared requests in which any lane is partly out of
 * range.
 */
function splitByRange(operation: MemoryOperation): (request: MemoryRequest) => MemoryOperation {
  const whole = completeOperation(operation);
  const split = { ...whole, bytes: DWORD_BYTES, dwords: 1, texelsPerLane: operation.dwords };
  return ({ hasDwordAddresses }) => (hasDwordAddresses === true ? split : whole);
}

/** Index of the request's data dword that holds the LDS byte address of the first lane's write. */
const WRITE_ADDRESS = 15;

/**
 * Compiles a buffer load into LDS. It writes one dword per lane, starting at M0[15:0] plus the instruction's offset.
 * Nothing is written outside the wave's allocation.
 */
function compileLdsLoad(row: MemoryRow, context: CompileContext): MemoryOperation {
  const { bytes, signed = false } = row;
  const isSupported = row.access === 'load' && bytes <= 4 && row.half === undefined;
  if (!isSupported) throw new UnsupportedError(`${getName(row, context.gfx)} to LDS`);
  const addressing = resolveBufferAddressing(context);
  context.markExec();
  context.uses.scalar(SCALAR.M0);
  const shift = 32 - bytes * 8;
  return {
    ...makeAccess(row, context, 'buffer'),
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
  };
}

/** Compiles loads, stores and atomics that access memory through a buffer descriptor. */
export function compileBuffer(row: MemoryRow, context: CompileContext): MemoryOperation {
  if (context.field('tfe') !== 0) throw new UnsupportedError('buffer tfe');
  if (fillsLds(row, context.raw.fields)) return compileLdsLoad(row, context);
  const register = context.field('vdata');
  const addressing = resolveBufferAddressing(context);
  context.markExec();
  const dwords = countDataDwords(row);
  const checksEachDword = row.access !== 'atomic' && dwords > 1;
  const fill: Fill = checksEachDword
    ? (wave, request) => fillDwordAddresses(wave, request, addressing, dwords)
    : (wave, request) => fillBufferAddresses(wave, request, addressing, row.bytes);
  const target = { space: 'buffer', fill, source: register, destination: register } as const;
  const memory = makeLaneAccess(row, context, target);
  return checksEachDword ? { ...memory, resolve: splitByRange(memory) } : memory;
}
