import { OP, type SpirvInstruction, type SpirvModule } from './spirv-module.js';
import { bytesOf, componentsOf, elementOf, memberOffset, type ScalarKind } from './spirv-types.js';

/** A dword of a block, by its byte, with the name of the member that it belongs to. */
export interface BlockWord {
  readonly byte: number;
  readonly name: string;
  readonly kind: ScalarKind | 'address';
  /** Which word of its member it is, from 0. */
  readonly part: number;
}

/** Words that are looked at of a block at most. */
const WORDS_MAX = 1024;

/** Words of push constants or of a uniform buffer, by the members of their block. */
export function blockWords(module: SpirvModule, block: SpirvInstruction): readonly BlockWord[] {
  const { byId, memberNames } = module;
  const [id = 0, ...members] = block.operands;
  return members
    .flatMap((member, i) => {
      const type = byId.get(member)!;
      const { kind, bits } = componentsOf(module, elementOf(module, type).type);
      const isAddress = type.op === OP.typePointer || bits === 64;
      const words = Math.min(WORDS_MAX, Math.ceil(bytesOf(module, type) / 4));
      return Array.from({ length: words }, (_, part) => ({
        byte: memberOffset(module, id, i) + 4 * part,
        name: memberNames.get(`${id}.${i}`) ?? '',
        kind: isAddress ? ('address' as const) : kind,
        part,
      }));
    })
    .slice(0, WORDS_MAX);
}
