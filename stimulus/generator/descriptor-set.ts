import type { Gfx } from '../../arch/index.js';
import type { ProgramDescriptor } from '../../transactions/index.js';
import { encodeLinearImageDescriptor } from '../driver/image-descriptor.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import { isAccess } from './counter-use.js';
import type { Emission } from './emission.js';
import { GENERATED_OBJECTS } from './generated-objects.js';

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
export function emitDescriptorLoads({ descriptor, dialect, names, scalars }: Emission): string {
  const required = findRequiredDescriptors(descriptor);
  const loads = (['image', 'texture', 'table', 'tally', 'second'] as const)
    .filter((name) => required[name])
    .map((name) => {
      const size = name === 'image' || name === 'texture' ? 8 : 4;
      return `\n  ${names.scalarLoad[size]} ${scalars[name]}, ${scalars.set}, 0x${OFFSETS[name].toString(16)}`;
    });
  if (loads.length === 0 && !required.set) return '';
  return `
  s_mov_b32 ${scalars.setLow}, s4
  s_movk_i32 ${scalars.setHigh}, ${WINDOW_HIGH}${loads.join('')}${loads.length === 0 ? '' : `\n  ${dialect.waitScalars}`}`;
}
