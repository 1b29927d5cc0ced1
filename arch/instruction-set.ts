import { type Chip, GENERATIONS, type Gfx } from './chips.js';

/** A group of instructions missing from some processors of a generation, named after an LLVM feature. */
export type InstructionGroup = 'mad-mix' | 'fma-mix' | 'deep-learning' | 'dot-products';

interface Variant {
  readonly gfx: Gfx;
  readonly missing: readonly InstructionGroup[];
}

const EARLY_GFX9: Variant = { gfx: 'gfx9', missing: ['fma-mix', 'deep-learning', 'dot-products'] };

const GFX12: Variant = { gfx: 'gfx12', missing: [] };

/**
 * Processors that lack some of their generation's instructions, plus the GFX12 processors (LLVM 19, AMDGPU.td and
 * GCNProcessors.td: FeatureMadMixInsts, FeatureFmaMixInsts, FeatureDLInsts, FeatureDot1Insts and the features after
 * it).
 */
const VARIANTS = {
  gfx900: EARLY_GFX9,
  gfx902: EARLY_GFX9,
  gfx90c: EARLY_GFX9,
  gfx904: { gfx: 'gfx9', missing: ['mad-mix', 'deep-learning', 'dot-products'] },
  gfx906: { gfx: 'gfx9', missing: ['mad-mix'] },
  gfx1010: { gfx: 'gfx10', missing: ['dot-products'] },
  gfx1200: GFX12,
  gfx1201: GFX12,
} as const satisfies Readonly<Record<string, Variant>>;

/**
 * An instruction set, which determines how words are decoded. It is named after a processor in the table or after a
 * generation, whose set includes the instructions of all its processors. On GFX9, two groups share opcodes; the
 * generation uses the group of its first processors (`pops-tb disasm --help`).
 */
export type InstructionSet = Gfx | keyof typeof VARIANTS;

/** All instruction sets, generations first. */
export const INSTRUCTION_SETS: readonly InstructionSet[] = [
  ...GENERATIONS,
  ...(Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]),
];

const VARIANT_BY_NAME: Readonly<Record<string, Variant | undefined>> = VARIANTS;

/**
 * Returns the instruction set of a chip: its processor's if the table lists it, otherwise its generation's. Processors
 * that lack the same instructions share the first one's set, so programs are decoded only once for all of them.
 */
export function getInstructionSet({ processor, gfx }: Pick<Chip, 'processor' | 'gfx'>): InstructionSet {
  const variant = VARIANT_BY_NAME[processor];
  const firstWithVariant = Object.entries(VARIANTS).find(([, candidate]) => candidate === variant);
  return firstWithVariant === undefined ? gfx : (firstWithVariant[0] as keyof typeof VARIANTS);
}

/** Returns the generation of an instruction set. */
export function getGeneration(set: InstructionSet): Gfx {
  return VARIANT_BY_NAME[set]?.gfx ?? (set as Gfx);
}

/** Returns whether an instruction set includes a group. */
export function hasGroup(set: InstructionSet, group: InstructionGroup): boolean {
  return set === 'gfx9' ? group !== 'fma-mix' : VARIANT_BY_NAME[set]?.missing.includes(group) !== true;
}
