import {
  type ChipName,
  chipOf,
  decodeCached,
  getInstructionSet,
  type Instruction,
  type WaveSize,
} from '../../arch/index.js';
import { type CorpusRecord, OriginFinder } from '../../stimulus/index.js';
import { WHERE } from './section-flow.js';
import type { AccessKind, SourceAccess } from './source-accesses.js';

/** The source locations of a program's words, where known. */
export interface SourceLines {
  /** The line of each word, counted from 1; 0 if unknown. */
  readonly lines: readonly number[];
  /** Descriptions of the source's accesses, by byte offset, such as `store to img`. */
  readonly labels: Readonly<Record<number, string>>;
  /** Marks compiler output, where a word may not map to any source line. */
  readonly isCompiled: true;
}

const KIND_LABELS: Readonly<Record<AccessKind, string>> = {
  load: 'load of',
  store: 'store to',
  atomic: 'atomic on',
  sample: 'sample of',
  begin: 'start of the section',
  end: 'end of the section',
};

/** The message ID of MSG_ORDERED_PS_DONE. */
const ORDERED_DONE = 7;

/**
 * Finds the source locations of a program's accesses. Drivers do not preserve line numbers, so accesses are matched by
 * order: if code and source have the same number of stores, the nth matches the nth; if not, those before the section
 * are matched by themselves, since loops that the compiler unrolls are rarely there, and those to each resource, which
 * its descriptor tells; otherwise, a line or resource is known only if all stores share it. The same applies to loads, atomics and samples, and to the section's begin and end
 * markers.
 */
export function findSourceLines(
  words: readonly number[],
  chip: ChipName,
  wave: WaveSize,
  accesses: readonly SourceAccess[],
  resources: CorpusRecord['resources'] = [],
): SourceLines {
  const { instructions } = decodeCached(words, getInstructionSet(chipOf(chip)), wave);
  const finder = new OriginFinder(instructions);
  const nameOf = (instruction: Instruction): string | undefined => {
    const offset = finder.findDescriptorOffset(instruction);
    const found = resources.filter((resource) => resource.offset === offset);
    return found.length === 1 ? found[0]!.name : undefined;
  };
  const lines = words.map(() => 0);
  const labels: Record<number, string> = {};
  const label = (
    kind: AccessKind,
    codeAccesses: readonly Instruction[],
    sourceAccesses: readonly SourceAccess[],
  ): void => {
    codeAccesses.forEach((instruction, i) => {
      const access =
        sourceAccesses.length === codeAccesses.length ? sourceAccesses[i]! : findCommonAccess(sourceAccesses);
      if (access === undefined) return;
      const { pc } = instruction;
      instruction.words.forEach((_, w) => {
        lines[(pc >> 2) + w] = access.line ?? lines[(pc >> 2) + w]!;
      });
      const resource = access.name === '' && kind !== 'begin' && kind !== 'end' ? 'memory' : access.name;
      labels[pc] = `${KIND_LABELS[kind]}${resource === '' ? '' : ` ${resource}`}`;
    });
  };
  const begin = instructions.find((instruction) => classify(instruction) === 'begin')?.pc ?? 0;
  for (const kind of Object.keys(KIND_LABELS) as AccessKind[]) {
    const sourceAccesses = accesses.filter((access) => access.kind === kind);
    const codeAccesses = instructions.filter((instruction) => classify(instruction) === kind);
    label(kind, codeAccesses, sourceAccesses);
    const sourceBefore = sourceAccesses.filter(({ where }) => where === WHERE.before);
    const codeBefore = codeAccesses.filter(({ pc }) => pc < begin);
    if (sourceAccesses.length === codeAccesses.length) continue;
    if (sourceBefore.length === codeBefore.length) {
      label(kind, codeBefore, sourceBefore);
      label(
        kind,
        codeAccesses.filter((access) => !codeBefore.includes(access)),
        sourceAccesses.filter((access) => !sourceBefore.includes(access)),
      );
    }
    for (const resource of new Set(sourceAccesses.map(({ name }) => name)))
      label(
        kind,
        codeAccesses.filter((access) => nameOf(access) === resource),
        sourceAccesses.filter(({ name }) => name === resource),
      );
  }
  return { lines, labels, isCompiled: true };
}

/** Returns an access with only the properties shared by all given accesses, or undefined if the list is empty. */
function findCommonAccess(accesses: readonly SourceAccess[]): SourceAccess | undefined {
  const [first] = accesses;
  if (first === undefined) return undefined;
  const isSame = (key: 'name' | 'line'): boolean => accesses.every((access) => access[key] === first[key]);
  return {
    ...first,
    name: isSame('name') ? first.name : '',
    line: isSame('line') ? first.line : undefined,
  };
}

function classify({
  kind,
  mnemonic,
  memory,
  immediate,
  readsExitingId,
}: Instruction): AccessKind | undefined {
  if (readsExitingId || mnemonic === 's_wait_event') return 'begin';
  if (kind === 'message' && (immediate & 0xf) === ORDERED_DONE) return 'end';
  if (
    memory === undefined ||
    memory.space === 'scalar' ||
    memory.space === 'scratch' ||
    memory.space === 'lds'
  )
    return undefined;
  if (memory.access === 'load')
    return mnemonic.startsWith('image_sample') || mnemonic.startsWith('image_gather') ? 'sample' : 'load';
  return memory.access;
}
