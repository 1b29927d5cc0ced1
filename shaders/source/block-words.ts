import { OP, type SpirvInstruction, type SpirvModule } from './spirv-module.js';
import { componentsOf, elementOf, memberBytes, memberOffset, type ScalarKind } from './spirv-types.js';

/** A dword of a block. */
export interface BlockWord {
  /** The byte offset in the block. */
  readonly byte: number;
  /** The member's name. */
  readonly name: string;
  readonly kind: ScalarKind | 'address';
  /** The word's index in the member, from 0. */
  readonly part: number;
}

/** The maximum number of words examined per block. */
const WORDS_MAX = 1024;

/** The words of a block of push constants or of a uniform buffer, member by member. */
export function blockWords(module: SpirvModule, block: SpirvInstruction): readonly BlockWord[] {
  const { byId, memberNames } = module;
  const [id = 0, ...members] = block.operands;
  return members
    .flatMap((member, i) => {
      const type = byId.get(member)!;
      const { kind, bits } = componentsOf(module, elementOf(module, type).type);
      const isAddress = type.op === OP.typePointer || bits === 64;
      const words = Math.min(WORDS_MAX, Math.ceil(memberBytes(module, id, i, type) / 4));
      return Array.from({ length: words }, (_, part) => ({
        byte: memberOffset(module, id, i) + 4 * part,
        name: memberNames.get(`${id}.${i}`) ?? '',
        kind: isAddress ? ('address' as const) : kind,
        part,
      }));
    })
    .slice(0, WORDS_MAX);
}
