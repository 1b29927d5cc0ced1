import type { Gfx } from '../../arch/index.js';
import type { ProgramDescriptor } from '../../transactions/index.js';
import { encodeLinearImageDescriptor, IMAGE_PITCH } from '../driver/resources.js';
import { getSetAddressLow, WINDOW } from '../driver/words.js';
import { rawBufferDescriptor } from '../kit/draws.js';
import { STIPPLE_EDGE } from '../sections/stipple.js';
import { type Emission, isAccess } from './emission.js';
import { TABLE_WORDS, TEXTURE_EDGE, TOTAL_TALLY_BYTES } from './work.js';

/**
 * The memory objects of generated programs, at arbitrary mapped addresses. The sizes of ordered objects depend on the
 * scene's height.
 */
export const GENERATED_OBJECTS = {
  set: { name: 'set0', address: WINDOW + getSetAddressLow(0) },
  first: { name: 'first', address: 2 ** 32 },
  /** A multiple of 4 GiB, as required for flat accesses. */
  second: { name: 'second', address: 5 * 2 ** 32 },
  image: { name: 'image', address: 2 ** 32 + 0x200_0000 },
  texture: { name: 'texture', address: 2 ** 32 + 0x300_0000, bytes: TEXTURE_EDGE * IMAGE_PITCH },
  table: { name: 'table', address: 6 * 2 ** 32, bytes: 4 * TABLE_WORDS },
  tally: { name: 'tally', address: 7 * 2 ** 32, bytes: TOTAL_TALLY_BYTES },
  stipple: { name: 'stipple', address: 2 ** 32 + 0x400_0000, bytes: 4 * STIPPLE_EDGE ** 2 },
} as const;

/** The low half of the descriptor set's address, which programs receive in s4. */
export const SET_LOW = getSetAddressLow(0);

/** Offsets of the descriptors in the set, in bytes. Lanes choose between the first two, which are 16 bytes apart. */
const OFFSETS = { first: 0, second: 16, image: 32, texture: 64, table: 96, tally: 112 } as const;

/** The high word of all descriptor set addresses, as set by drivers (corpus README, "Initial state of a wave"). */
const WINDOW_HIGH = '0x8000';

/** Returns the words of the descriptor set. `bytes` is the size of each ordered buffer. */
export function getDescriptorSetWords(gfx: Gfx, bytes: number): number[] {
  const { image, texture, table, tally, first, second } = GENERATED_OBJECTS;
  return [
    ...rawBufferDescriptor(gfx, first.address, bytes),
    ...rawBufferDescriptor(gfx, second.address, bytes),
    ...encodeLinearImageDescriptor(gfx, image.address),
    ...encodeLinearImageDescriptor(gfx, texture.address),
    ...rawBufferDescriptor(gfx, table.address, table.bytes),
    ...rawBufferDescriptor(gfx, tally.address, tally.bytes),
  ];
}

/** Determines which descriptors a program needs, and whether it reads the set at run time. */
function findRequiredDescriptors({ before, after, section }: ProgramDescriptor) {
  const work = [...before, ...after, ...section.steps];
  const accesses = section.steps.filter(isAccess);
  return {
    image: accesses.some(({ path }) => path === 'image'),
    texture: work.includes('texture'),
    table:
      section.leavesLoad || work.some((kind) => kind === 'table' || kind === 'uniform' || kind === 'pointer'),
    tally: work.includes('tally'),
    second: accesses.some(
      ({ path, object }) =>
        path === 'global' || path === 'flat' || (path === 'buffer' && object === 'second'),
    ),
    set: accesses.some(({ path }) => path === 'waterfall'),
  };
}

/** Emits code that loads the needed descriptors from the set, whose low address word is in s4. */
export function emitDescriptorLoads({ descriptor, dialect, scalars }: Emission): string {
  const required = findRequiredDescriptors(descriptor);
  const loads = (['image', 'texture', 'table', 'tally', 'second'] as const)
    .filter((name) => required[name])
    .map((name) => {
      const size = name === 'image' || name === 'texture' ? 8 : 4;
      return `\n  s_load_dwordx${size} ${scalars[name]}, ${scalars.set}, 0x${OFFSETS[name].toString(16)}`;
    });
  if (loads.length === 0 && !required.set) return '';
  return `
  s_mov_b32 ${scalars.setLow}, s4
  s_movk_i32 ${scalars.setHigh}, ${WINDOW_HIGH}${loads.join('')}${loads.length === 0 ? '' : `\n  ${dialect.waitScalars}`}`;
}
