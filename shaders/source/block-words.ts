import { OP, type SpirvInstruction, type SpirvModule } from './spirv-module.js';
import { componentsOf, elementOf, memberBytes, memberOffset, type ScalarKind } from './spirv-types.js';

/** A block's dword, by byte offset, with its member's name. */
export interface BlockWord {
  readonly byte: number;
  readonly name: string;
  readonly kind: ScalarKind | 'address';
  /** Its word index in the member, from 0. */
  readonly part: number;
}

/** Maximum number of words examined per block. */
const WORDS_MAX = 1024;

/** Words of push constants or a uniform buffer, by block member. */
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
