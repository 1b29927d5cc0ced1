import type { Gfx } from '../../../../arch/chips.js';
import { getGenerationEntry, isAtLeast, type SinceGeneration } from '../../../../arch/index.js';
import { getOffsetBits } from '../../../../arch/isa/addressing.js';
import type { Encodable } from '../../../../arch/isa/encode.js';
import { getNullCode } from '../../../../arch/isa/generation.js';
import { allocateImageAddresses } from '../../../../arch/isa/image-addresses.js';
import { fillsLds, type MemoryRow } from '../../../../arch/isa/rows/memory-row.js';
import { getName, getOpcode } from '../../../../arch/isa/rows/row-base.js';
import { returnsOldValue } from '../../../../arch/isa/scope.js';
import { getFormat, SEGMENTS } from '../../../../arch/isa/table.js';
import type { Random } from './random.js';

type FieldValues = Record<string, number>;

/** Exclusive limit for an operand's first register, which leaves room for the widest data. */
const VECTOR_LIMIT = 240;

function randomVector(random: Random): number {
  return random.below(VECTOR_LIMIT);
}

/** Generates a random GFX12 cache hint and scope, both of which LLVM prints by name. */
function randomHintAndScope(random: Random, row: MemoryRow): FieldValues {
  const scope = random.below(4);
  // LLVM cannot parse the name of hint 3 if the scope is the largest one.
  if (row.access === 'atomic')
    return { scope, th: row.atomic === 'csub' ? 1 : random.below(scope === 3 ? 3 : 4) };
  if (row.format === 'smem') return { scope, th: random.below(3) };
  return { scope, th: random.below(7) };
}

function randomCacheBits(random: Random, row: MemoryRow, gfx: Gfx): FieldValues {
  if (isAtLeast(gfx, 'gfx12')) return randomHintAndScope(random, row);
  // LLVM only supports the saturating subtraction if it returns the old value.
  const bits: FieldValues = { glc: row.atomic === 'csub' ? 1 : random.below(2) };
  if (row.format !== 'smem') bits.slc = random.below(2);
  const hasDlc = isAtLeast(gfx, 'gfx11') || (gfx !== 'gfx9' && row.access !== 'atomic');
  if (hasDlc) bits.dlc = random.below(2);
  return bits;
}

function randomScalarLoad(random: Random, row: MemoryRow, gfx: Gfx): FieldValues {
  const dwords = row.bytes / 4;
  const step = dwords > 2 ? 4 : dwords;
  const fields: FieldValues = {
    sdata: random.below(Math.floor((100 - dwords) / step)) * step,
    sbase: row.descriptor === 'buffer' ? random.below(24) * 2 : random.below(48),
  };
  const register = random.below(100);
  const immediate = random.below(0x100000);
  const choice = random.below(3);
  if (gfx === 'gfx9') {
    const [hasImmediate, hasBoth] = [choice > 0, choice === 2];
    return {
      ...fields,
      imm: hasImmediate ? 1 : 0,
      soffset_en: hasBoth ? 1 : 0,
      soffset: hasBoth ? register : 0,
      offset: hasImmediate ? immediate : register,
    };
  }
  const hasRegister = choice > 0;
  return {
    ...fields,
    soffset: hasRegister ? register : getNullCode(gfx),
    offset: choice === 1 ? 0 : Math.max(1, immediate),
  };
}

/** Matches the loads that have an LDS bit on GFX10.3 and earlier. */
const TO_LDS = /^buffer_load_([us]byte|[us]short|dword)$/;

function randomBuffer(random: Random, row: MemoryRow, gfx: Gfx): FieldValues {
  const lds = !isAtLeast(gfx, 'gfx11') && TO_LDS.test(getName(row, gfx)) ? random.below(2) : 0;
  return {
    ...(lds === 1 ? { lds } : {}),
    vdata: fillsLds(row, { lds }) ? 0 : randomVector(random),
    srsrc: random.below(24),
    soffset: random.chance(50) || isAtLeast(gfx, 'gfx12') ? random.below(100) : 128 + random.below(64),
    offset: random.below(2 ** Math.min(getOffsetBits('mubuf', gfx), 23)),
    ...(isAtLeast(gfx, 'gfx12') ? { format: 1 } : {}),
  };
}

function randomBufferAddress(random: Random): FieldValues {
  const [idxen, offen] = [random.below(2), random.below(2)];
  return { idxen, offen, vaddr: idxen + offen === 0 ? 0 : randomVector(random) };
}

/** Generates a random component mask: one component per dword for atomics, exactly one for gathers. */
function randomDataMask(random: Random, row: MemoryRow): number {
  const wide = random.below(2);
  if (row.atomic?.endsWith('cmpswap')) return wide ? 15 : 3;
  if (row.access === 'atomic') return wide ? 3 : 1;
  return row.gathers === undefined ? 1 + random.below(15) : 1 << random.below(4);
}

/**
 * Randomly requests 16-bit components and a status dword after the data. LLVM supports neither for fragment loads, and
 * only one of them for gathers.
 */
function randomDataFlags(random: Random, row: MemoryRow): FieldValues {
  if (row.access === 'atomic' || row.query !== undefined || row.gathers === 'fragments') return {};
  const d16 = row.raw === undefined ? random.below(2) : 0;
  const tfe = row.access === 'load' && !(row.gathers !== undefined && d16 === 1) ? random.below(2) : 0;
  return { d16, tfe };
}

/**
 * Generates a random dimension code. Sampling and level accesses cannot use multisampled dimensions; fragment loads
 * always do.
 */
function randomDimension(random: Random, row: MemoryRow): number {
  if (row.gathers === 'fragments') return 6 + random.below(2);
  return random.below(row.image === 'sample' || row.takesLevel ? 6 : 8);
}

/** Maximum number of address registers listed after the first. On GFX11, the last entry may be a range. */
const MAX_LISTED: SinceGeneration<number> = { gfx9: 0, gfx10: 4, 'gfx10.3': 12 };
const MAX_LISTED_ON_GFX11 = 4;

function randomImage(random: Random, row: MemoryRow, gfx: Gfx): FieldValues {
  const fields: FieldValues = {
    vdata: randomVector(random),
    vaddr: randomVector(random),
    srsrc: random.below(23),
    dmask: randomDataMask(random, row),
    a16: random.below(2),
  };
  if (row.image === 'sample' || !isAtLeast(gfx, 'gfx12')) fields.unorm = random.below(2);
  if (row.image === 'sample') fields.ssamp = random.below(24);
  Object.assign(fields, randomDataFlags(random, row));
  if (gfx === 'gfx9') return { ...fields, da: random.below(2) };
  fields.dim = randomDimension(random, row);
  const remaining = allocateImageAddresses(row, fields.dim, fields.a16 === 1, gfx).registers - 1;
  if (isAtLeast(gfx, 'gfx12')) {
    const maxListed = getFormat(row, gfx) === 'vsample' ? 3 : 4;
    // LLVM omits the second address if it is v0.
    for (let i = 1; i <= Math.min(maxListed, remaining); i++) fields[`addr${i}`] = 1 + randomVector(random);
    return fields;
  }
  if (remaining >= 1 && remaining <= getGenerationEntry(MAX_LISTED, gfx) && random.chance(40)) {
    const listed = isAtLeast(gfx, 'gfx11') ? Math.min(MAX_LISTED_ON_GFX11, remaining) : remaining;
    fields.nsa = Math.ceil(listed / 4);
    for (let i = 1; i <= listed; i++) fields[`addr${i}`] = randomVector(random);
  }
  return fields;
}

function randomGlobalAddress(random: Random, gfx: Gfx): FieldValues {
  const hasScalar = random.chance(40);
  const noScalar = gfx === 'gfx9' ? 0x7f : getNullCode(gfx);
  return { addr: randomVector(random), saddr: hasScalar ? random.below(50) * 2 : noScalar };
}

function randomScratchAddress(random: Random, gfx: Gfx): FieldValues {
  const hasScalar = random.chance(40);
  if (gfx === 'gfx9')
    return hasScalar ? { saddr: random.below(100) } : { addr: randomVector(random), saddr: 0x7f };
  if (hasScalar) return { saddr: random.below(100) };
  return {
    addr: randomVector(random),
    saddr: getNullCode(gfx),
    ...(isAtLeast(gfx, 'gfx11') ? { sve: 1 } : {}),
  };
}

function randomFlat(random: Random, row: MemoryRow, gfx: Gfx): FieldValues {
  const segment = row.segment ?? 'flat';
  const width = getOffsetBits('flat', gfx);
  const addresses = {
    flat: () => ({ addr: randomVector(random), saddr: gfx === 'gfx9' ? 0 : getNullCode(gfx) }),
    global: () => randomGlobalAddress(random, gfx),
    scratch: () => randomScratchAddress(random, gfx),
  };
  const flatLimit = gfx === 'gfx10' ? 1 : 2 ** (width - 1);
  return {
    seg: SEGMENTS[segment],
    offset: random.below(segment === 'flat' ? flatLimit : 2 ** width),
    ...addresses[segment](),
    ...(row.access === 'load' ? {} : { data: randomVector(random) }),
  };
}

/**
 * Generates a random swizzle offset that permutes quads, or that clears, sets, preserves or inverts each bit of the
 * lane number. Other combinations of the three masks are equivalent to these, and LLVM prints them the same.
 */
function randomSwizzle(random: Random): number {
  if (random.chance(40)) return 0x8000 | random.below(256);
  const masks = [0, 1 << 5, 1, 1 | (1 << 10)];
  return [0, 1, 2, 3, 4].reduce((offset, bit) => offset | (random.pick(masks) << bit), 0);
}

function randomLds(random: Random, row: MemoryRow, gfx: Gfx): FieldValues {
  const fields: FieldValues = {
    ...(row.usesStreamoutRegister ? {} : { addr: randomVector(random) }),
    offset0: random.below(256),
    offset1: random.below(256),
    ...(isAtLeast(gfx, 'gfx12')
      ? {}
      : { gds: row.usesStreamoutRegister ? 1 : row.lanes === undefined && random.chance(20) ? 1 : 0 }),
  };
  if (row.lanes === 'swizzle') {
    const offset = randomSwizzle(random);
    Object.assign(fields, { offset0: offset & 0xff, offset1: offset >>> 8 });
  }
  if (row.access !== 'load' || (row.lanes !== undefined && row.lanes !== 'swizzle'))
    fields.data0 = randomVector(random);
  if ((row.access === 'store' && row.pairStep !== undefined) || row.operands !== undefined)
    fields.data1 = randomVector(random);
  if (row.access === 'load' || row.returns) fields.vdst = randomVector(random);
  return fields;
}

/** Generates a random legal memory instruction. */
export function randomMemoryInstruction(random: Random, row: MemoryRow, gfx: Gfx): Encodable {
  const fields: FieldValues = { op: getOpcode(row, gfx) };
  if (row.format === 'ds')
    return {
      format: 'ds',
      extension: 'none',
      fields: { ...fields, ...randomLds(random, row, gfx) },
      literal: 0,
    };
  Object.assign(fields, randomCacheBits(random, row, gfx));
  if (row.format === 'smem') Object.assign(fields, randomScalarLoad(random, row, gfx));
  else if (row.format === 'mubuf')
    Object.assign(fields, randomBuffer(random, row, gfx), randomBufferAddress(random));
  else if (row.format === 'mtbuf')
    Object.assign(fields, randomBuffer(random, row, gfx), randomBufferAddress(random), {
      format: random.below(128),
    });
  else if (row.format === 'mimg') Object.assign(fields, randomImage(random, row, gfx));
  else Object.assign(fields, randomFlat(random, row, gfx));
  const returns = row.access === 'load' || returnsOldValue(fields);
  if (row.format === 'flat' && row.access !== 'store' && returns) fields.vdst = randomVector(random);
  return { format: getFormat(row, gfx), extension: 'none', fields, literal: 0 };
}
