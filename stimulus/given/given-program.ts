import type { ChipName, WaveSize } from '../../arch/index.js';
import type { CorpusRecord } from '../corpus.js';
import type { GivenResource } from '../driver/given-resource.js';
import type { FieldValues } from '../driver/register-fields.js';

/** The state that goes with a program from outside; what it leaves out is implied. */
export interface ProgramState {
  readonly interlock?: string;
  readonly args?: CorpusRecord['abi']['args'];
  readonly inputs?: CorpusRecord['abi']['inputs'];
  readonly user_data?: Readonly<Record<string, string>>;
  readonly regs?: Readonly<Record<string, string>>;
  readonly scratch_bytes_per_wave?: number;
  readonly resources?: readonly GivenResource[];
  readonly epilog?: NonNullable<CorpusRecord['epilog']>;
  readonly ordered?: NonNullable<CorpusRecord['ordered']>;
  readonly coherent?: NonNullable<CorpusRecord['coherent']>;
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
  /** Samples of the scene that it is to run on. */
  readonly samples: number;
}
