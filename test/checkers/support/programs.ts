import type { ChipName, SinceGeneration } from '../../../arch/index.js';
import { chipOf, getGenerationEntry, isAtLeast } from '../../../arch/index.js';
import type { Program } from '../../../transactions/index.js';

/** The byte offsets of a program's landmarks. */
export interface Landmarks {
  readonly setPacker: number;
  readonly poll: number;
  readonly load: number;
  readonly loadWait: number;
  /** The instruction that reads the loaded value. */
  readonly use: number;
  readonly store: number;
  readonly storeWait: number;
  /** The message or, on GFX11 and later, the export with the done bit. */
  readonly exit: number;
  readonly end: number;
}

// One program per generation, with an entry, a load, an add, a store and an exit (pops.md 12). Assembled with LLVM.
const GFX9_WORDS = [
  0xbf0d9f04, 0xbf840011, 0x9285ff04, 0x0001001c, 0x81058105, 0xb9050e01, 0x9286ff04, 0x000a0010, 0x8607ff04,
  0x000003ff, 0xbf080706, 0x82068006, 0xbe870407, 0x81060706, 0x810807ef, 0xbf0a0806, 0xbf850002, 0xbf8e0003,
  0xbf82fffb, 0xe0505000, 0x80000100, 0xbf8c0f70, 0x020202f2, 0xe0705000, 0x80000100, 0xbf8c0f70, 0xbf900007,
  0xc4001890, 0, 0xbf810000,
];
const GFX10_WORDS = [
  0xbf0d9f04, 0xbf84000e, 0x9385ff04, 0x0002001c, 0x97058105, 0xb9851019, 0x9386ff04, 0x000a0010, 0x8c07ff04,
  0x000003ff, 0x81060706, 0x810807ef, 0xbf0a0806, 0xbf850002, 0xbf8effff, 0xbf82fffb, 0xe030d000, 0x80000100,
  0xbf8c3f70, 0x060202f2, 0xe0705000, 0x80000100, 0xbbfd0000, 0xbf900007, 0xf8001890, 0, 0xbf810000,
];
const GFX11_WORDS = [
  0xbf8b0000, 0xe0506000, 0x80400100, 0xbf8903f7, 0x060202f2, 0xe0684000, 0x80400100, 0xbc7c0000, 0xf8000800,
  0, 0xbfb00000,
];

const GFX9_LANDMARKS: Landmarks = {
  setPacker: 20,
  poll: 56,
  load: 76,
  loadWait: 84,
  use: 88,
  store: 92,
  storeWait: 100,
  exit: 104,
  end: 116,
};
const GFX10_LANDMARKS: Landmarks = {
  setPacker: 20,
  poll: 44,
  load: 64,
  loadWait: 72,
  use: 76,
  store: 80,
  storeWait: 88,
  exit: 92,
  end: 104,
};
const GFX11_LANDMARKS: Landmarks = {
  setPacker: -1,
  poll: 0,
  load: 4,
  loadWait: 12,
  use: 16,
  store: 20,
  storeWait: 28,
  exit: 32,
  end: 40,
};

const BY_GENERATION: SinceGeneration<{ readonly words: readonly number[]; readonly landmarks: Landmarks }> = {
  gfx9: { words: GFX9_WORDS, landmarks: GFX9_LANDMARKS },
  gfx10: { words: GFX10_WORDS, landmarks: GFX10_LANDMARKS },
  gfx11: { words: GFX11_WORDS, landmarks: GFX11_LANDMARKS },
};

const COLLISION_ARGUMENT = { name: 'pops_collision_wave_id', file: 's', register: 4, size: 1 } as const;

/** Returns the section program for a chip's generation. */
export function getSectionProgram(chip: ChipName): Program {
  const { gfx } = chipOf(chip);
  return {
    name: 'section',
    words: getGenerationEntry(BY_GENERATION, gfx).words,
    arguments: isAtLeast(gfx, 'gfx11') ? [] : [COLLISION_ARGUMENT],
    inputs: [],
  };
}

/** Returns the landmarks in the section program for a chip's generation. */
export function getLandmarks(chip: ChipName): Landmarks {
  return getGenerationEntry(BY_GENERATION, chipOf(chip).gfx).landmarks;
}
