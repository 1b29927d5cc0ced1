import {
  CHIP_NAMES,
  type ChipName,
  chipNamed,
  chipOf,
  GENERATIONS,
  PROCESSOR_NAMES,
} from '../../../arch/index.js';
import { UsageError } from '../../../transactions/index.js';

/** For what a text says it was compiled. */
export interface TextTarget {
  readonly chip: ChipName;
  /** As the text calls it. */
  readonly processor: string;
}

/** Where texts name what they are for, and the chip that a name there means. */
const PLACES: readonly (readonly [pattern: RegExp, chip: (name: string) => ChipName | undefined])[] = [
  // LLVM's assembly: .amdgcn_target "amdgcn-unknown-amdpal--gfx1030:xnack-"
  [/^[ \t]*\.(?:amdgcn_target|amd_amdgpu_isa)[ \t]+"[^"\n]{0,100}-(gfx\w{1,20})[^"\n]{0,100}"/m, chipNamed],
  // The command that made it, in a comment.
  [/-mcpu=(gfx\w+)/, chipNamed],
  // The name of a device of RADV: "AMD Radeon RX 6800 XT (RADV NAVI21)".
  [/\bRADV ([A-Z]+\d*)\b/, (name) => chipNamed(name.toLowerCase())],
  // The Radeon GPU Analyzer's header: asic(GFX10_3).
  [/^[ \t]*asic\((\w+)\)/m, chipOfAsic],
];

/** The first chip of a generation as the Radeon GPU Analyzer writes it, or the one that it names. */
function chipOfAsic(name: string): ChipName | undefined {
  const plain = name.toLowerCase();
  const gfx = plain.replace(/_/g, '.');
  const generation = GENERATIONS.find((each) => each === gfx);
  return chipNamed(plain) ?? CHIP_NAMES.find((chip) => chipOf(chip).gfx === generation);
}

/** What a text says it is for, or undefined where it says nothing. Throws `UsageError` for a processor that is not modelled. */
export function targetOf(text: string, file: string): TextTarget | undefined {
  for (const [pattern, chipFor] of PLACES) {
    const processor = pattern.exec(text)?.[1];
    if (processor === undefined) continue;
    const chip = chipFor(processor);
    if (chip !== undefined) return { chip, processor };
    throw new UsageError(
      `Cannot use ${file}: its processor is ${processor}, which is not modelled; expected one of ${PROCESSOR_NAMES.join(', ')}`,
    );
  }
  return undefined;
}
