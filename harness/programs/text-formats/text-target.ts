import {
  CHIP_NAMES,
  type ChipName,
  chipOf,
  findChip,
  GENERATIONS,
  PROCESSOR_NAMES,
} from '../../../arch/index.js';
import { UsageError } from '../../../transactions/index.js';

/** The compilation target named in a text file. */
export interface TextTarget {
  readonly chip: ChipName;
  /** The processor's name in the text. */
  readonly processor: string;
}

/** Patterns that match a target, each with a function that looks up the chip by name. */
const TARGET_PATTERNS: readonly (readonly [pattern: RegExp, chip: (name: string) => ChipName | undefined])[] =
  [
    // LLVM's assembly: .amdgcn_target "amdgcn-unknown-amdpal--gfx1030:xnack-"
    [/^[ \t]*\.(?:amdgcn_target|amd_amdgpu_isa)[ \t]+"[^"\n]{0,100}-(gfx\w{1,20})[^"\n]{0,100}"/m, findChip],
    // A comment with the command that generated the text.
    [/-mcpu=(gfx\w+)/, findChip],
    // RADV's device name: "AMD Radeon RX 6800 XT (RADV NAVI21)".
    [/\bRADV ([A-Z]+\d*)\b/, (name) => findChip(name.toLowerCase())],
    // The Radeon GPU Analyzer's header: asic(GFX10_3).
    [/^[ \t]*asic\((\w+)\)/m, findAsicChip],
  ];

/**
 * Finds the chip for a name from the Radeon GPU Analyzer: the chip with that name or, failing that, the first chip of
 * the generation with that name.
 */
function findAsicChip(name: string): ChipName | undefined {
  const lowerCaseName = name.toLowerCase();
  const gfx = lowerCaseName.replace(/_/g, '.');
  const generation = GENERATIONS.find((candidate) => candidate === gfx);
  return findChip(lowerCaseName) ?? CHIP_NAMES.find((chip) => chipOf(chip).gfx === generation);
}

/** Finds the target named in the text, if any. Throws `UsageError` if its processor is not modelled. */
export function findTarget(text: string, file: string): TextTarget | undefined {
  for (const [pattern, findNamedChip] of TARGET_PATTERNS) {
    const processor = pattern.exec(text)?.[1];
    if (processor === undefined) continue;
    const chip = findNamedChip(processor);
    if (chip !== undefined) return { chip, processor };
    throw new UsageError(
      `Cannot use ${file}: its processor is ${processor}, which is not modelled; expected one of ${PROCESSOR_NAMES.join(', ')}`,
    );
  }
  return undefined;
}
