import { type Chip, GENERATIONS, type Gfx } from './chips.js';

/** Instructions missing on some processors of a generation, grouped by LLVM feature. */
export type InstructionGroup = 'mad-mix' | 'fma-mix' | 'deep-learning' | 'dot-products';

interface Variant {
  readonly gfx: Gfx;
  readonly missing: readonly InstructionGroup[];
}

const FIRST_GFX9: Variant = { gfx: 'gfx9', missing: ['fma-mix', 'deep-learning', 'dot-products'] };

/** The two GFX12 processors have the same instructions. */
const GFX12: Variant = { gfx: 'gfx12', missing: [] };

/**
 * Processors without instructions that others of their generation have, and those of GFX12 (LLVM 19, AMDGPU.td and
 * GCNProcessors.td: FeatureMadMixInsts, FeatureFmaMixInsts, FeatureDLInsts, FeatureDot1Insts and those after it).
 */
const VARIANTS = {
  gfx900: FIRST_GFX9,
  gfx902: FIRST_GFX9,
  gfx90c: FIRST_GFX9,
  gfx904: { gfx: 'gfx9', missing: ['mad-mix', 'deep-learning', 'dot-products'] },
  gfx906: { gfx: 'gfx9', missing: ['mad-mix'] },
  gfx1010: { gfx: 'gfx10', missing: ['dot-products'] },
  gfx1200: GFX12,
  gfx1201: GFX12,
} as const satisfies Readonly<Record<string, Variant>>;

/**
 * Determines how words decode: a processor in the table, or a generation with all instructions of its processors. Of the two
 * groups that share opcodes on GFX9, the generation uses that of its first processors (`pops-tb disasm --help`).
 */
export type InstructionSet = Gfx | keyof typeof VARIANTS;

/** All instruction sets, generations first. */
export const INSTRUCTION_SETS: readonly InstructionSet[] = [
  ...GENERATIONS,
  ...(Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]),
];

const BY_NAME: Readonly<Record<string, Variant | undefined>> = VARIANTS;

/**
 * The instruction set of a chip: its processor's if the table lists that, else its generation's. Processors that lack the
 * same instructions share the first one's set, so programs decode once for all of them.
 */
export function instructionSetOf({ processor, gfx }: Pick<Chip, 'processor' | 'gfx'>): InstructionSet {
  const variant = BY_NAME[processor];
  const firstAlike = Object.entries(VARIANTS).find(([, other]) => other === variant);
  return firstAlike === undefined ? gfx : (firstAlike[0] as keyof typeof VARIANTS);
}

/** The generation of an instruction set. */
export function generationOf(set: InstructionSet): Gfx {
  return BY_NAME[set]?.gfx ?? (set as Gfx);
}

/** Whether an instruction set includes a group. */
export function hasGroup(set: InstructionSet, group: InstructionGroup): boolean {
  return set === 'gfx9' ? group !== 'fma-mix' : BY_NAME[set]?.missing.includes(group) !== true;
}
