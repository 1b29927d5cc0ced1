import type { Gfx, WaveSize } from '../arch/index.js';
import type { GivenResource } from './driver/given-resource.js';

/** One pipeline compiled to a record's code: how it was made, and its differences from the record. */
export interface CorpusVariant {
  readonly samples: number;
  readonly mode: string;
  readonly regs: Readonly<Record<string, string>>;
  readonly user_data?: Readonly<Record<string, string>>;
}

/** One driver-compiled program in a corpus file (corpus README, "A program"); unknown keys are ignored. */
export interface CorpusRecord {
  readonly id: string;
  readonly shader: string;
  readonly chip: string;
  readonly gfx: Gfx;
  readonly wave: WaveSize;
  readonly interlock: string;
  readonly abi: {
    readonly args: readonly {
      readonly name: string;
      readonly file: 's' | 'v';
      readonly reg: number;
      readonly size: number;
    }[];
    readonly inputs: readonly {
      readonly attr: number;
      readonly name: string;
      readonly how: 'flat' | 'interp';
    }[];
    readonly user_data: Readonly<Record<string, string>>;
  };
  readonly regs: Readonly<Record<string, string>>;
  readonly variants: readonly CorpusVariant[];
  /** Names of the objects the interlock orders as a whole; absent: inferred from the code. */
  readonly ordered?: readonly string[];
  /** Names of the objects the shader declares coherent. */
  readonly coherent?: readonly string[];
  /** Descriptors in addition to the corpus' own sets. A set that contains any of them holds no others. */
  readonly resources?: readonly GivenResource[];
  /** `code_bytes` includes data that the compiler placed after the instructions. */
  readonly stats?: { readonly scratch_bytes_per_wave: number; readonly code_bytes?: number };
  readonly instructions: readonly { readonly pc: number; readonly words: readonly string[] }[];
  /** Words of constants used by the code, at `CONSTANTS_ADDRESS`. */
  readonly constants?: readonly string[];
  readonly epilog?: {
    readonly instructions: readonly { readonly pc: number; readonly words: readonly string[] }[];
  };
}

/** One binding of the driver-written descriptor sets, with the words as examples (corpus README, "Descriptors"). */
export interface DescriptorRecord {
  readonly set: number;
  readonly binding: number;
  readonly name: string;
  /** Its type, as worded in the corpus (`storage image r32ui 128x128`). */
  readonly type: string;
  /** Address of the object in the driver's example (`0x…`). */
  readonly address: string;
  /** Byte offset in its set. */
  readonly offset: number;
  /** Image rows in bytes. */
  readonly pitch?: number;
  /** Buffer size in bytes. */
  readonly size?: number;
  readonly words: readonly string[];
  readonly sampler_offset?: number;
  readonly sampler_words?: readonly string[];
}

/** The corpus as seen by the generators, independent of the file access. */
export interface Corpus {
  /** Programs of one chip and wave size, in file order; empty if the corpus has none. */
  records(chip: string, wave: WaveSize): readonly CorpusRecord[];
  /** Descriptors of a generation: its own, or those of the newest earlier one that has some. */
  descriptors(gfx: Gfx): readonly DescriptorRecord[];
}
