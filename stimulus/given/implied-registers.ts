import { chipOf, decodeOnce, type Gfx } from '../../arch/index.js';
import type { CorpusRecord } from '../corpus.js';
import { orderingFields } from '../driver/ordering-fields.js';
import { type FieldValues, packRegisters } from '../driver/register-fields.js';
import { parseWord } from '../driver/words.js';
import { inputBits, type SystemPlaces } from './arguments.js';
import type { GivenProgram } from './given-program.js';

type Registers = Readonly<Record<string, number>>;

/** Export formats: a colour of four floats, and one float for a program without colours (S-110). */
const FORMAT = { NONE: 1, ABGR32: 9 } as const;
const FORMAT_BITS = 4;
const COLOURS = 8;

/** Round to nearest even, denormals for f16 and f64 only, as drivers start pixel shaders. */
const FLOAT_MODE = 0xc0;

/** As many registers as a wave can have, in allocation granules, for a program that does not say how many it needs. */
const VGPRS = 256;
const SGPR_GRANULES = 13;

/** Complete registers of a program, and the names of those of which something was implied. */
export interface ImpliedRegisters {
  readonly registers: Registers;
  readonly implied: readonly string[];
}

/**
 * Registers of a program as a correct driver would program them: those of its state as they are, and beside them the
 * fields that its arguments and its interlock imply, over what its file says (cli.md).
 */
export function impliedRegisters(
  given: GivenProgram,
  interlock: string,
  args: CorpusRecord['abi']['args'],
  system: SystemPlaces,
): ImpliedRegisters {
  const { state, samples } = given;
  const chip = chipOf(given.chip);
  const said = Object.fromEntries(
    Object.entries(state.regs ?? {}).map(([name, text]) => [name, parseWord(text)]),
  );
  const base = { ...programDefaults(given, chip.gfx), ...given.registers };
  const fields: FieldValues = {
    ...orderingFields(chip, { samples, perSample: interlock.startsWith('sample') }),
    ...argumentFields(given, system),
  };
  const packed = packRegisters(chip.gfx, fields, base);
  const inputs = state.args === undefined ? (packed.SPI_PS_INPUT_ENA ?? 0) : inputBits(args);
  const all = { ...packed, SPI_PS_INPUT_ENA: inputs, SPI_PS_INPUT_ADDR: inputs };
  const registers: Registers = { ...all, ...said };
  const known: Registers = { ...given.registers, ...said };
  return { registers, implied: Object.keys(registers).filter((name) => known[name] !== registers[name]) };
}

/** What only a driver knows of a program, where its file does not say it. */
function programDefaults({ words, wave }: GivenProgram, gfx: Gfx): Registers {
  const granule = gfx !== 'gfx9' && wave === 32 ? 8 : 4;
  const { instructions } = decodeOnce(words, gfx, wave);
  const targets = instructions.flatMap((instruction) => instruction.export?.target ?? []);
  const colours = targets.filter((target) => target < COLOURS);
  const fields: FieldValues = {
    'SPI_SHADER_PGM_RSRC1_PS.VGPRS': VGPRS / granule - 1,
    'SPI_SHADER_PGM_RSRC1_PS.SGPRS': gfx === 'gfx9' ? SGPR_GRANULES - 1 : 0,
    'SPI_SHADER_PGM_RSRC1_PS.FLOAT_MODE': FLOAT_MODE,
    'SPI_SHADER_PGM_RSRC1_PS.DX10_CLAMP': 1,
    'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED': 1,
    'SPI_SHADER_Z_FORMAT.Z_EXPORT_FORMAT': 0,
  };
  const formats = colours.reduce((bits, target) => bits | (FORMAT.ABGR32 << (FORMAT_BITS * target)), 0);
  return {
    ...packRegisters(gfx, fields),
    SPI_SHADER_COL_FORMAT: formats === 0 ? FORMAT.NONE : formats >>> 0,
  };
}

function argumentFields({ wave, state }: GivenProgram, system: SystemPlaces): FieldValues {
  const collision = system.hasCollision ? 1 : 0;
  const intrawave = system.hasIntrawave ? 1 : 0;
  return {
    'SPI_SHADER_PGM_RSRC2_PS.USER_SGPR': system.userSgprs,
    'SPI_SHADER_PGM_RSRC2_PS.LOAD_COLLISION_WAVEID': collision,
    'SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION': intrawave,
    'PA_SC_SHADER_CONTROL.LOAD_COLLISION_WAVEID': collision,
    'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION': intrawave,
    'SPI_PS_IN_CONTROL.NUM_INTERP': Math.max(0, ...(state.inputs ?? []).map(({ attr }) => attr + 1)),
    'SPI_PS_IN_CONTROL.PS_W32_EN': wave === 32 ? 1 : 0,
  };
}
