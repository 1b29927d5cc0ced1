/** Instruction-set generations that are modelled. */
export const GENERATIONS = ['gfx9', 'gfx10', 'gfx10.3', 'gfx11'] as const;
export type Gfx = (typeof GENERATIONS)[number];

/** Lanes of a wave. */
export type WaveSize = 32 | 64;

/** Bugs of one chip (pops.md 9). */
export interface ChipQuirks {
  /** From so many samples on, overlaps may be missed unless the draw drains on overlap (S-129, S-130). */
  readonly missedOverlapSamples?: number;
  /** A drain never ends unless partial squads launch when nothing else moves (S-136). */
  readonly stalledDrain?: boolean;
}

/** What one chip is, as far as primitive ordering depends on it. */
export interface Chip {
  readonly name: string;
  readonly gfx: Gfx;
  /** LLVM's `-mcpu` name. */
  readonly processor: string;
  /** Packers of one scan converter; GFX9 has one packer bit, so at most two (pops.md 5.1). */
  readonly packers: number;
  /** Wave sizes of pixel shaders; wave32 exists from GFX10 on. */
  readonly waveSizes: readonly WaveSize[];
  /** Bugs of the chip that primitive ordering shows. */
  readonly quirks?: ChipQuirks;
  /** What is modelled of one shader engine; each array has its own GL1 from GFX10 on (architecture.md, "Topology"). */
  readonly shaderArrays: number;
  /** Work-group processors of an array: two compute units with an L0 each, four SIMDs (P-036, P-037). */
  readonly wgpsPerArray: number;
}

/** One entry a chip (pops.md 9; corpus README for the processors). */
export const CHIPS = {
  raven: {
    name: 'raven',
    gfx: 'gfx9',
    processor: 'gfx902',
    packers: 2,
    waveSizes: [64],
    quirks: { missedOverlapSamples: 8 },
    shaderArrays: 1,
    wgpsPerArray: 4,
  },
  renoir: {
    name: 'renoir',
    gfx: 'gfx9',
    processor: 'gfx90c',
    packers: 2,
    waveSizes: [64],
    shaderArrays: 1,
    wgpsPerArray: 4,
  },
  vega10: {
    name: 'vega10',
    gfx: 'gfx9',
    processor: 'gfx900',
    packers: 2,
    waveSizes: [64],
    quirks: { missedOverlapSamples: 8 },
    shaderArrays: 1,
    wgpsPerArray: 4,
  },
  vega20: {
    name: 'vega20',
    gfx: 'gfx9',
    processor: 'gfx906',
    packers: 2,
    waveSizes: [64],
    shaderArrays: 1,
    wgpsPerArray: 4,
  },
  navi10: {
    name: 'navi10',
    gfx: 'gfx10',
    processor: 'gfx1010',
    packers: 2,
    waveSizes: [32, 64],
    quirks: { stalledDrain: true },
    shaderArrays: 2,
    wgpsPerArray: 2,
  },
  navi21: {
    name: 'navi21',
    gfx: 'gfx10.3',
    processor: 'gfx1030',
    packers: 4,
    waveSizes: [32, 64],
    shaderArrays: 2,
    wgpsPerArray: 2,
  },
  vangogh: {
    name: 'vangogh',
    gfx: 'gfx10.3',
    processor: 'gfx1033',
    packers: 2,
    waveSizes: [32, 64],
    shaderArrays: 1,
    wgpsPerArray: 4,
  },
  mariner: {
    name: 'mariner',
    gfx: 'gfx10.3',
    processor: 'gfx1030',
    packers: 3,
    waveSizes: [32, 64],
    shaderArrays: 1,
    wgpsPerArray: 3,
  },
  navi31: {
    name: 'navi31',
    gfx: 'gfx11',
    processor: 'gfx1100',
    packers: 4,
    waveSizes: [32, 64],
    shaderArrays: 2,
    wgpsPerArray: 2,
  },
} as const satisfies Record<string, Chip>;

export type ChipName = keyof typeof CHIPS;

/** The chip's entry under its plain type. */
export function chipOf(name: ChipName): Chip {
  return CHIPS[name];
}

/** Whether a string names a chip of the table. */
export function isChipName(name: string): name is ChipName {
  return Object.hasOwn(CHIPS, name);
}
