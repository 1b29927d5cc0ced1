import type { Chip, Gfx, ImageKind, WaveSize } from '../arch/index.js';

/** A resource listed in a state file (state-file.md): where its descriptor is, and what it describes. */
export interface GivenResource {
  /** The name of the memory object; also the argument's name if the descriptor is not in a set. */
  readonly name: string;
  /** What the descriptor describes. */
  readonly kind: 'buffer' | 'image' | 'sampler';
  /** The number of the descriptor set. */
  readonly set?: number;
  /** The byte offset from the start of the set. */
  readonly offset?: number;
  /** The size of a buffer in bytes. */
  readonly bytes?: number;
  /** The stride of a buffer in bytes. */
  readonly stride?: number;
  /** Whether a buffer is swizzled. */
  readonly swizzle?: boolean;
  /** The format of a texel or typed-buffer element: a hardware name without its prefix, or a GLSL name. */
  readonly format?: string;
  readonly dimension?: ImageKind;
  /** The width of an image in texels. */
  readonly width?: number;
  /** The height of an image in texels. */
  readonly height?: number;
  /** The depth of an image in texels or layers. */
  readonly depth?: number;
  /** The number of samples per texel of an image. */
  readonly samples?: number;
  /** Whether the object is initially filled with a pattern instead of zeros. */
  readonly read_only?: boolean;
  /** The first words of the object's initial contents in every scene, in hexadecimal. */
  readonly contents?: readonly string[];
  /** The members of a block in a source: each one's `name`, its `first` word and its `count` of words. */
  readonly members?: readonly { readonly name: string; readonly first: number; readonly count: number }[];
  /** Words that every scene has, whatever else the object contains; later spans override earlier ones. */
  readonly values?: readonly WordSpan[];
}

/** Words of an object that have given values in every scene (state-file.md). */
export interface WordSpan {
  /** Index of the first word, from the start of the object. */
  readonly first: number;
  /** The number of words; by default, all up to the end. */
  readonly count?: number;
  /** If the span is repeated, words from one start to the next. */
  readonly stride?: number;
  /** Number of repetitions of a span with a stride; by default, as many as fit. */
  readonly times?: number;
  /** In hexadecimal, repeated as often as needed; or a gradient, from 0 to 1 in each channel. */
  readonly words: readonly string[] | 'gradient';
}

/**
 * The state of an external program; omitted fields are derived. state-file.md defines `interlock`, `args`, `inputs`,
 * `user_data`, `regs`, `scratch_bytes_per_wave` (in bytes), `resources`, `epilog`, `ordered` and `coherent`.
 */
export interface ProgramState {
  readonly interlock?: string;
  /** The arguments, each with its `name`, its register `file`, its first register and its number of registers. */
  readonly args?: readonly {
    readonly name: string;
    readonly file: 's' | 'v';
    /** The number of the first register. */
    readonly reg: number;
    /** The number of registers. */
    readonly size: number;
  }[];
  /**
   * The interpolated inputs, by attribute number. `name` is informational; `how` determines whether the values are
   * interpolated.
   */
  readonly inputs?: readonly {
    /** The number of the attribute. */
    readonly attr: number;
    readonly name: string;
    readonly how: 'flat' | 'interp';
    /** The words of its components in every scene, in hexadecimal. */
    readonly values?: readonly string[];
  }[];
  /** Words of the push constants in memory, in hexadecimal, by byte offset. */
  readonly push_words?: Readonly<Record<string, string>>;
  readonly user_data?: Readonly<Record<string, string>>;
  readonly regs?: Readonly<Record<string, string>>;
  readonly scratch_bytes_per_wave?: number;
  readonly resources?: readonly GivenResource[];
  /** The code that the program jumps to at its end, as `instructions` with byte offsets and `words` in hexadecimal. */
  readonly epilog?: {
    readonly instructions: readonly {
      /** The byte offset from the first instruction. */
      readonly pc: number;
      /** The words, in hexadecimal. */
      readonly words: readonly string[];
    }[];
  };
  readonly ordered?: readonly string[];
  readonly coherent?: readonly string[];
}

/**
 * Another pipeline that compiles to the same code as the record. Holds its settings and whichever registers and user
 * data differ.
 */
export interface CorpusVariant {
  readonly samples: number;
  readonly mode: string;
  readonly regs: Readonly<Record<string, string>>;
  readonly user_data?: Readonly<Record<string, string>>;
}

/**
 * A program in a corpus file, compiled by a driver (corpus README, "A program"); unknown keys are ignored. `resources` are
 * extra descriptors, which replace the corpus's descriptors in any set that they mention; `ordered` is inferred from the
 * code if absent.
 */
export interface CorpusRecord
  extends Pick<ProgramState, 'push_words' | 'ordered' | 'coherent' | 'resources' | 'epilog'> {
  readonly id: string;
  readonly shader: string;
  readonly chip: string;
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly interlock: string;
  readonly abi: Required<Pick<ProgramState, 'args' | 'inputs' | 'user_data'>>;
  readonly regs: Readonly<Record<string, string>>;
  readonly variants: readonly CorpusVariant[];
  /** `code_bytes` includes data that the compiler placed after the instructions. */
  readonly stats?: { readonly scratch_bytes_per_wave: number; readonly code_bytes?: number };
  readonly instructions: NonNullable<ProgramState['epilog']>['instructions'];
  /** The words of the constants that the code uses, at `CONSTANTS_ADDRESS`. */
  readonly constants?: readonly string[];
}

/** A binding in the descriptor sets that a driver wrote, with example words (corpus README, "Descriptors"). */
export interface DescriptorRecord {
  readonly set: number;
  readonly binding: number;
  readonly name: string;
  /** The type, as written in the corpus (`storage image r32ui 128x128`). */
  readonly type: string;
  /** The address of the object in the driver's example (`0x…`). */
  readonly address: string;
  /** The byte offset in the set. */
  readonly offset: number;
  /** The size of an image row in bytes. */
  readonly pitch?: number;
  /** The size of the buffer in bytes. */
  readonly size?: number;
  readonly words: readonly string[];
  readonly sampler_offset?: number;
  readonly sampler_words?: readonly string[];
}

/** The generators' view of the corpus, which does not depend on the file system. */
export interface Corpus {
  /** The programs for one chip and wave size, in file order; empty if the corpus has none. */
  records(chip: string, wave: WaveSize): readonly CorpusRecord[];
  /** The descriptors for a generation; if it has none, those of the newest earlier one. */
  descriptors(gfx: Gfx): readonly DescriptorRecord[];
}

/** Returns the descriptor with the given name; throws if the corpus has none for the generation. */
export function findDescriptor(corpus: Corpus, gfx: Gfx, name: string): DescriptorRecord {
  const descriptor = corpus.descriptors(gfx).find((candidate) => candidate.name === name);
  if (descriptor === undefined) throw new Error(`the corpus has no ${name} for ${gfx}`);
  return descriptor;
}

/** Lists a shader's programs without an epilog for a machine; throws if the corpus has none. */
export function listRecords(
  corpus: Corpus,
  shader: string,
  { chip, wave }: { readonly chip: Chip; readonly wave: WaveSize },
): readonly [CorpusRecord, ...CorpusRecord[]] {
  const [first, ...others] = corpus
    .records(chip.runsProgramsOf ?? chip.name, wave)
    .filter((record) => record.shader === shader && record.epilog === undefined);
  if (first === undefined) throw new Error(`the corpus has no ${shader} for ${chip.name} wave${wave}`);
  return [first, ...others];
}
