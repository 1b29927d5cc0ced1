import type { Gfx } from '../../chips.js';
import { isAtLeast } from '../../since-generation.js';
import { HWREG, SCALAR, type WaveState } from '../../wave-state.js';
import { advance, getOffsetBits, joinAddress, resolveFlatAddressing } from '../addressing.js';
import { type MemoryOperation, UnsupportedOperation } from '../instruction.js';
import type { MemoryRow } from '../rows/memory-row.js';
import { type CompileContext, UnsupportedError } from './context.js';
import { type Fill, makeLaneAccess } from './lane-access.js';
import { forEachLane } from './memory-data.js';

/** Size in bytes of a lane's contiguous scratch chunk. The other lanes' chunks follow it. */
const SCRATCH_CHUNK = 16;

/** Returns the address operands. `vector` and `scalar` are indices in `v` and `s`, or -1 if absent. */
function resolveAddressOperands(row: MemoryRow, context: CompileContext) {
  const addressing = resolveFlatAddressing(row, context.raw.fields, context.gfx);
  const register = context.field('addr');
  if (addressing.vgprs > 0) context.uses.vector(register, addressing.vgprs);
  const scalarType = row.segment === 'global' ? 'b64' : 'b32';
  return {
    vector: addressing.vgprs === 0 ? -1 : register * context.lanes,
    isWide: addressing.vgprs === 2,
    scalar: addressing.usesScalar ? context.scalarSource(context.field('saddr'), scalarType) : -1,
    offset: addressing.offset,
  };
}

type AddressOperands = ReturnType<typeof resolveAddressOperands>;

/**
 * Returns a function that fills in global and flat addresses, from a 64-bit address in registers or a scalar base plus
 * a 32-bit offset.
 */
function makeGlobalFill({ vector, isWide, scalar, offset }: AddressOperands): Fill {
  return ({ s, v, lanes }, request) => {
    const base = scalar < 0 ? 0 : joinAddress(s[scalar], s[scalar + 1]);
    forEachLane(request, (lane) => {
      const low = v[vector + lane];
      const address = isWide ? joinAddress(low, v[vector + lanes + lane]) : low >>> 0;
      request.addresses[lane] = advance(advance(base, address), offset);
    });
  };
}

/**
 * Returns the wave's scratch base, which is in scalar registers on GFX9 and in hardware registers on GFX10 and later.
 */
function getScratchBase({ s, hw }: WaveState, gfx: Gfx): number {
  if (gfx === 'gfx9') return joinAddress(s[SCALAR.FLAT_SCRATCH_LO], s[SCALAR.FLAT_SCRATCH_LO + 1]);
  return joinAddress(hw[HWREG.FLAT_SCRATCH_LO], hw[HWREG.FLAT_SCRATCH_HI]);
}

/**
 * Returns a function that fills in scratch addresses. The lanes' chunks are interleaved, so a wave needs one lane's
 * scratch size times the number of lanes. Hardware interleaves single dwords, but a lane cannot tell the difference.
 */
function makeScratchFill({ vector, scalar, offset }: AddressOperands, bytes: number, gfx: Gfx): Fill {
  return (wave, request) => {
    const { s, v, lanes } = wave;
    const base = getScratchBase(wave, gfx);
    const sharedOffset = offset + (scalar < 0 ? 0 : s[scalar]);
    forEachLane(request, (lane) => {
      const laneOffset = ((vector < 0 ? 0 : v[vector + lane]) + sharedOffset) >>> 0;
      const offsetInChunk = laneOffset % SCRATCH_CHUNK;
      if (offsetInChunk + bytes > SCRATCH_CHUNK)
        throw new UnsupportedOperation('unaligned wide scratch access');
      request.addresses[lane] = advance(
        base,
        (laneOffset - offsetInChunk) * lanes + lane * SCRATCH_CHUNK + offsetInChunk,
      );
    });
  };
}

/** Compiles flat, scratch and global accesses. */
export function compileFlat(row: MemoryRow, context: CompileContext): MemoryOperation {
  const { bytes } = row;
  if (context.field('lds') !== 0) throw new UnsupportedError('flat load to LDS');
  const segment = row.segment ?? 'flat';
  const signBit = getOffsetBits('flat', context.gfx) - 1;
  if (segment === 'flat' && !isAtLeast(context.gfx, 'gfx12') && context.field('offset') >>> signBit !== 0)
    throw new UnsupportedError('negative offset of a flat access');
  const operands = resolveAddressOperands(row, context);
  const fill =
    segment === 'scratch' ? makeScratchFill(operands, bytes, context.gfx) : makeGlobalFill(operands);
  if (segment === 'scratch' && context.gfx === 'gfx9') context.uses.scalar(SCALAR.FLAT_SCRATCH_LO, 2);
  context.markExec();
  const [source, destination] = [context.field('data'), context.field('vdst')];
  return makeLaneAccess(row, context, { space: segment, fill, source, destination });
}
