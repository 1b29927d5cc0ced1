import type { ChipName, WaveSize } from '../../arch/index.js';
import type { ShaderIntent } from '../driver/draw-intent.js';
import type { GivenResource } from '../driver/given-resource.js';
import type { FieldValues } from '../driver/register-fields.js';

/**
 * The state that goes with a program from outside; what it leaves out is implied. state-file.md says what `interlock`, `args`,
 * `inputs`, `user_data`, `regs`, `scratch_bytes_per_wave` (bytes), `resources`, `epilog`, `ordered` and `coherent` mean.
 */
export interface ProgramState {
  readonly interlock?: string;
  /** Arguments by `name`: first register of a `file`, and number of registers. */
  readonly args?: readonly {
    readonly name: string;
    readonly file: 's' | 'v';
    /** Number of the first register. */
    readonly reg: number;
    /** Number of registers. */
    readonly size: number;
  }[];
  /** Interpolated inputs by number of the attribute; `name` is for readers, `how` says whether values are interpolated. */
  readonly inputs?: readonly {
    /** Number of the attribute. */
    readonly attr: number;
    readonly name: string;
    readonly how: 'flat' | 'interp';
  }[];
  readonly user_data?: Readonly<Record<string, string>>;
  readonly regs?: Readonly<Record<string, string>>;
  readonly scratch_bytes_per_wave?: number;
  readonly resources?: readonly GivenResource[];
  /** Code to which the program jumps at its end: `instructions` with their byte offsets and `words` in hexadecimal. */
  readonly epilog?: {
    readonly instructions: readonly {
      /** Bytes from the first instruction. */
      readonly pc: number;
      /** In hexadecimal. */
      readonly words: readonly string[];
    }[];
  };
  readonly ordered?: readonly string[];
  readonly coherent?: readonly string[];
}

/** A program from outside: its code, and what its file and its state say of it. */
export interface GivenProgram {
  readonly name: string;
  readonly chip: ChipName;
  readonly wave: WaveSize;
  readonly words: readonly number[];
  /** Constants that the code refers to, from `CONSTANTS_ADDRESS` on. */
  readonly constants: readonly number[];
  /** Raw registers that the program's file carries. */
  readonly registers: Readonly<Record<string, number>>;
  /** Values by `REGISTER.FIELD` that it carries of registers whose other fields are the driver's. */
  readonly fields: FieldValues;
  /** What the driver is to load into each user SGPR from s0 on, in its own numbers; empty where the file does not say. */
  readonly userDataMap: readonly number[];
  /** Private memory of a wave that it says it needs; 0 where it says nothing. */
  readonly scratchBytes: number;
  readonly state: ProgramState;
  /** What its source says of it and its code does not; goes before what the code shows. */
  readonly intent?: Partial<ShaderIntent>;
  /** Samples of the scene that it is to run on. */
  readonly samples: number;
}
