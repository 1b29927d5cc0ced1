import { type ChipName, chipOf, getGenerationEntry, type SinceGeneration } from '../../../arch/index.js';
import type { Draw, RuleId } from '../../../transactions/index.js';
import { scene } from './scenes.js';
import { Stream } from './stream.js';

type Registers = Draw['registers'];

/** The registers that a production driver sets for a single-sample ordered draw (data/corpus, rmw_buffer). */
const CORRECT_REGISTERS: SinceGeneration<Registers> = {
  gfx9: {
    ...getCommonRegisters(),
    SPI_SHADER_PGM_RSRC1_PS: 0x002c0040,
    DB_SHADER_CONTROL: 0x00018600,
    PA_SC_MODE_CNTL_1: 0x760201bc,
  },
  gfx10: {
    ...getCommonRegisters(),
    SPI_SHADER_PGM_RSRC1_PS: 0x022c0000,
    DB_SHADER_CONTROL: 0x00018600,
    PA_SC_MODE_CNTL_1: 0x760201bc,
  },
  'gfx10.3': {
    ...getCommonRegisters(),
    SPI_SHADER_PGM_RSRC1_PS: 0x022c0001,
    DB_SHADER_CONTROL: 0x00010600,
    PA_SC_MODE_CNTL_1: 0x760301bc,
    PA_CL_VRS_CNTL: 0x00000200,
  },
  gfx11: {
    SPI_SHADER_COL_FORMAT: 1,
    SPI_SHADER_Z_FORMAT: 0,
    SPI_SHADER_PGM_RSRC1_PS: 0x022c0002,
    SPI_SHADER_PGM_RSRC2_PS: 0x0000000a,
    DB_SHADER_CONTROL: 0x02010600,
    DB_Z_INFO: 0,
    PA_SC_AA_CONFIG: 0,
    PA_SC_SHADER_CONTROL: 0,
    PA_SC_MODE_CNTL_1: 0x760201bc,
    PA_CL_VRS_CNTL: 0,
  },
};

function getCommonRegisters(): Registers {
  return {
    SPI_SHADER_COL_FORMAT: 1,
    SPI_SHADER_Z_FORMAT: 0,
    SPI_SHADER_PGM_RSRC2_PS: 0x0200000a,
    DB_DFSM_CONTROL: 2,
    DB_DFSM_CONFIG: 0,
    DB_Z_INFO: 0,
    PA_SC_AA_CONFIG: 0,
    PA_SC_SHADER_CONTROL: 4,
  };
}

/** Returns the registers for a correctly configured draw on a chip. */
export function getCorrectRegisters(chip: ChipName): Registers {
  return getGenerationEntry(CORRECT_REGISTERS, chipOf(chip).gfx);
}

/** The results of the register rules. */
export interface RegisterVerdict {
  /** The ids of the CFG rules that fired. Warnings end in `?`. */
  readonly fired: readonly string[];
  /** The rules that fired for legal but costly settings. */
  readonly costly: readonly RuleId[];
  /** What each unchecked CFG rule is missing. */
  readonly missing: Readonly<Partial<Record<RuleId, string>>>;
}

/**
 * Checks a draw whose registers are correct except for `changes`, where `undefined` removes a register. `words`
 * replaces the program's words.
 */
export function judgeRegisters(
  chip: ChipName,
  changes: Readonly<Record<string, number | undefined>> = {},
  draw: Partial<Draw> = {},
  words?: readonly number[],
): RegisterVerdict {
  const entries = Object.entries({ ...getCorrectRegisters(chip), ...changes });
  const registers = Object.fromEntries(entries.filter(([, word]) => word !== undefined)) as Registers;
  const baseScene = scene({ chip, draw: { registers, ...draw } });
  const programs = baseScene.programs.map((program) =>
    words === undefined ? program : { ...program, words },
  );
  const stream = new Stream({ ...baseScene, programs }).form([{ x: 0, y: 0, primitive: 0 }]);
  const { violations, unchecked } = stream.judge();
  const configViolations = violations.filter(({ rule }) => rule.startsWith('CFG-'));
  const costly = violations.filter(({ unit, rule }) => unit === 'registers' && rule.startsWith('PERF-'));
  return {
    fired: configViolations.map(({ rule, severity }) => (severity === 'error' ? rule : `${rule}?`)),
    costly: costly.map(({ rule }) => rule),
    missing: Object.fromEntries(
      unchecked.filter(({ rule }) => rule.startsWith('CFG-')).map(({ rule, missing }) => [rule, missing]),
    ),
  };
}

/** Returns the correct value of a chip's register with the given bits flipped. */
export function flipBits(chip: ChipName, register: string, bits: number): Record<string, number> {
  return { [register]: ((getCorrectRegisters(chip)[register] ?? 0) ^ bits) >>> 0 };
}
