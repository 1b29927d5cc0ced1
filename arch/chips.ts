/** The modelled generations, from oldest to newest. */
export const GENERATIONS = ['gfx9', 'gfx10', 'gfx10.3', 'gfx11', 'gfx11.5', 'gfx12'] as const;
/** An instruction set generation, by its LLVM name (pops.md 5). */
export type Gfx = (typeof GENERATIONS)[number];

/** Number of lanes per wave. Wave32 requires GFX10 or later (`pops-tb list chips`). */
export type WaveSize = 32 | 64;

/** Known bugs in a chip (pops.md 9). */
export interface ChipQuirks {
  /** Minimum sample count at which overlaps may be missed unless the draw drains on overlap (S-129, S-130). */
  readonly missedOverlapSamples?: number;
  /** Whether draining hangs unless partial squads launch when nothing else can make progress (S-136). */
  readonly stalledDrain?: boolean;
  /**
   * Whether the headers mark the PA_SC_SHADER_CONTROL bits that enable the collision argument as reserved (pops.md 9,
   * GC 10.4; U28).
   */
  readonly reservedCollisionEnable?: boolean;
}

/** The properties of a chip that matter to primitive ordering. */
export interface Chip {
  readonly name: string;
  readonly gfx: Gfx;
  /** Name of the chip's processor in LLVM's `-mcpu` option. */
  readonly processor: string;
  /** Number of packers per scan converter. GFX9 has only one packer bit, so at most two packers (pops.md 5.1). */
  readonly packers: number;
  /** The wave sizes available to pixel shaders. Wave32 requires GFX10 or later. */
  readonly waveSizes: readonly WaveSize[];
  /** Registers that the generation has but this chip lacks (pops.md 9, GC 10.4). */
  readonly missingRegisters?: readonly string[];
  /** Bugs of the chip that affect primitive ordering. */
  readonly quirks?: ChipQuirks;
  /** Number of shader arrays in the modelled shader engine. On GFX10 and later, each has its own GL1. */
  readonly shaderArrays: number;
  /**
   * Number of work-group processors per array. Each has four SIMDs and two compute units with their own L0 (P-036,
   * P-037).
   */
  readonly wgpsPerArray: number;
  /** Whether render back ends accept two quads at a time (RB+). Defaults to true on GFX10.3 and later. */
  readonly dualQuads?: boolean;
  /** Whether a SIMD has 1,536 rows of vector registers instead of 1,024. */
  readonly largeRegisterFile?: boolean;
  /**
   * The chip whose compiled programs this one uses, because it runs the same machine code. Undefined if the corpus
   * contains programs for this chip.
   */
  readonly runsProgramsOf?: string;
  /**
   * Set for chips added after the seeds of stored tests were fixed. Seeds only select such a chip for sequences that
   * list no older ones; otherwise, a test or user must specify it.
   */
  readonly onRequest?: true;
}

/** What the chips of a generation share, unless a chip's entry differs. */
const GFX9 = { gfx: 'gfx9', packers: 2, waveSizes: [64], shaderArrays: 1, wgpsPerArray: 4 } as const;
const RDNA = { packers: 2, waveSizes: [32, 64], shaderArrays: 2, wgpsPerArray: 2 } as const;
const GFX10 = { ...RDNA, gfx: 'gfx10', quirks: { stalledDrain: true } } as const;
const GFX10_3 = { ...RDNA, gfx: 'gfx10.3' } as const;
const GFX11 = { ...RDNA, gfx: 'gfx11' } as const;
const GFX11_5 = { ...RDNA, gfx: 'gfx11.5', runsProgramsOf: 'navi31', onRequest: true } as const;
const GFX12 = { ...RDNA, gfx: 'gfx12', largeRegisterFile: true, onRequest: true } as const;

/**
 * All modelled chips (pops.md 9; processor names from the corpus README and LLVM's AMDGPU usage guide). A scan
 * converter has two packers unless the chip is known to have four (pipeline.md 1, PAL's packers per scan converter).
 * Mariner has three (P-058).
 */
export const CHIPS = {
  raven: {
    ...GFX9,
    name: 'raven',
    processor: 'gfx902',
    quirks: { missedOverlapSamples: 8 },
    dualQuads: true,
  },
  renoir: { ...GFX9, name: 'renoir', processor: 'gfx90c', dualQuads: true },
  vega10: { ...GFX9, name: 'vega10', processor: 'gfx900', quirks: { missedOverlapSamples: 8 } },
  vega12: { ...GFX9, name: 'vega12', processor: 'gfx904', runsProgramsOf: 'vega20' },
  vega20: { ...GFX9, name: 'vega20', processor: 'gfx906' },
  navi10: { ...GFX10, name: 'navi10', processor: 'gfx1010' },
  navi12: { ...GFX10, name: 'navi12', processor: 'gfx1011', runsProgramsOf: 'navi10' },
  navi14: { ...GFX10, name: 'navi14', processor: 'gfx1012', runsProgramsOf: 'navi10' },
  navi21: { ...GFX10_3, name: 'navi21', processor: 'gfx1030', packers: 4 },
  navi22: { ...GFX10_3, name: 'navi22', processor: 'gfx1031', packers: 4, runsProgramsOf: 'navi21' },
  navi23: { ...GFX10_3, name: 'navi23', processor: 'gfx1032', runsProgramsOf: 'navi21' },
  navi24: { ...GFX10_3, name: 'navi24', processor: 'gfx1034', runsProgramsOf: 'navi21' },
  vangogh: { ...GFX10_3, name: 'vangogh', processor: 'gfx1033', shaderArrays: 1, wgpsPerArray: 4 },
  mariner: {
    ...GFX10_3,
    name: 'mariner',
    processor: 'gfx1030',
    packers: 3,
    missingRegisters: ['DB_DFSM_CONTROL', 'DB_DFSM_CONFIG', 'DB_DFSM_WATERMARK'],
    quirks: { reservedCollisionEnable: true },
    shaderArrays: 1,
    wgpsPerArray: 3,
    runsProgramsOf: 'vangogh',
  },
  navi31: { ...GFX11, name: 'navi31', processor: 'gfx1100', packers: 4, largeRegisterFile: true },
  navi32: {
    ...GFX11,
    name: 'navi32',
    processor: 'gfx1101',
    packers: 4,
    largeRegisterFile: true,
    runsProgramsOf: 'navi31',
  },
  navi33: { ...GFX11, name: 'navi33', processor: 'gfx1102', runsProgramsOf: 'navi31' },
  phoenix: { ...GFX11, name: 'phoenix', processor: 'gfx1103', runsProgramsOf: 'navi31', onRequest: true },
  strix: { ...GFX11_5, name: 'strix', processor: 'gfx1150' },
  strixhalo: { ...GFX11_5, name: 'strixhalo', processor: 'gfx1151', largeRegisterFile: true },
  krackan: { ...GFX11_5, name: 'krackan', processor: 'gfx1152' },
  navi44: { ...GFX12, name: 'navi44', processor: 'gfx1200', runsProgramsOf: 'navi48' },
  navi48: { ...GFX12, name: 'navi48', processor: 'gfx1201', packers: 4 },
} as const satisfies Record<string, Chip>;

/** Name of a modelled chip (`pops-tb list chips`). */
export type ChipName = keyof typeof CHIPS;

/** All chip names, in table order. */
export const CHIP_NAMES = Object.keys(CHIPS) as readonly ChipName[];

/** Returns the chip's entry widened to `Chip`. */
export function chipOf(name: ChipName): Chip {
  return CHIPS[name];
}

/** Returns whether a string is the name of a chip in the table. */
export function isChipName(name: string): name is ChipName {
  return Object.hasOwn(CHIPS, name);
}

/**
 * Integrated chips that are not modelled, each with the modelled chip that has the same instructions (LLVM's AMDGPU
 * usage guide).
 */
const SUBSTITUTES: ReadonlyMap<string, ChipName> = new Map([
  ['gfx909', 'raven'],
  ['gfx1035', 'vangogh'],
  ['gfx1036', 'vangogh'],
]);

/** All LLVM processor names that identify a chip. */
export const PROCESSOR_NAMES: readonly string[] = [
  ...new Set([...CHIP_NAMES.map((name) => CHIPS[name].processor), ...SUBSTITUTES.keys()]),
];

/**
 * Returns the chip with the given name or LLVM processor name, or undefined if there is none. For a processor name,
 * this is the first matching chip in the table, or else a substitute.
 */
export function findChip(name: string): ChipName | undefined {
  if (isChipName(name)) return name;
  return CHIP_NAMES.find((chip) => CHIPS[chip].processor === name) ?? SUBSTITUTES.get(name);
}

/** Returns whether a chip has the given register, which must exist in its generation. */
export function hasRegister({ missingRegisters = [] }: Chip, register: string): boolean {
  return !missingRegisters.includes(register);
}
