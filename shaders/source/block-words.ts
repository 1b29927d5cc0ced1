import { OP, type SpirvInstruction, type SpirvModule } from './spirv-module.js';
import { getComponents, getElement, getMemberOffset, getMemberSize, type ScalarKind } from './spirv-types.js';

/** One dword of a push constant or uniform block. */
export interface BlockWord {
  /** Byte offset in the block. */
  readonly byte: number;
  /** The member's name. */
  readonly name: string;
  readonly kind: ScalarKind | 'address';
  /** The word's index in the member, from 0. */
  readonly index: number;
}

/** Maximum number of words to examine per block. */
const MAX_WORDS = 1024;

/** Returns the words of a push constant or uniform block, member by member. */
export function listBlockWords(module: SpirvModule, block: SpirvInstruction): readonly BlockWord[] {
  const { byId, memberNames } = module;
  const [id = 0, ...members] = block.operands;
  return members
    .flatMap((member, i) => {
      const type = byId.get(member)!;
      const { kind, bits } = getComponents(module, getElement(module, type).type);
      const isAddress = type.op === OP.typePointer || bits === 64;
      const words = Math.min(MAX_WORDS, Math.ceil(getMemberSize(module, id, i, type) / 4));
      return Array.from({ length: words }, (_, index) => ({
        byte: getMemberOffset(module, id, i) + 4 * index,
        name: memberNames.get(`${id}.${i}`) ?? '',
        kind: isAddress ? ('address' as const) : kind,
        index,
      }));
    })
    .slice(0, MAX_WORDS);
}
