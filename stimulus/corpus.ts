import type { Gfx, WaveSize } from '../arch/index.js';
import type { GivenResource } from './driver/given-resource.js';

/** One pipeline that got a record's code: how it was made, and what differs from the record. */
export interface CorpusVariant {
  readonly samples: number;
  readonly mode: string;
  readonly regs: Readonly<Record<string, string>>;
  readonly user_data?: Readonly<Record<string, string>>;
}

/** One driver-compiled program as a corpus file holds it (corpus README, "A program"); unknown keys are ignored. */
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
  /** Names of the objects that the interlock orders as a whole; absent: what is ordered follows from the code. */
  readonly ordered?: readonly string[];
  /** Names of the objects that the shader declares coherent. */
  readonly coherent?: readonly string[];
  /** Descriptors beside those of the corpus' own sets; a set that some of them lie in holds no others. */
  readonly resources?: readonly GivenResource[];
  /** `code_bytes`: with what the compiler put after the instructions. */
  readonly stats?: { readonly scratch_bytes_per_wave: number; readonly code_bytes?: number };
  readonly instructions: readonly { readonly pc: number; readonly words: readonly string[] }[];
  /** Words of constants that the code refers to, which lie at `CONSTANTS_ADDRESS`. */
  readonly constants?: readonly string[];
  readonly epilog?: {
    readonly instructions: readonly { readonly pc: number; readonly words: readonly string[] }[];
  };
}

/** One binding of the descriptor sets that the driver wrote, with the words as examples (corpus README, "Descriptors"). */
export interface DescriptorRecord {
  readonly set: number;
  readonly binding: number;
  readonly name: string;
  /** What it is, in the words of the corpus (`storage image r32ui 128x128`). */
  readonly type: string;
  /** Where the object lies in the driver's example (`0x…`). */
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

/** The corpus as the generators see it; they do not know who reads the files. */
export interface Corpus {
  /** Programs of one chip and wave size, in file order; empty when the corpus has none. */
  records(chip: string, wave: WaveSize): readonly CorpusRecord[];
  /** Descriptors of a generation: its own, or those of the newest one before it that has some. */
  descriptors(gfx: Gfx): readonly DescriptorRecord[];
}
