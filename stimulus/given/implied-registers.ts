import { chipOf, decodeCached, findMax, getInstructionSet, PS_INPUTS } from '../../arch/index.js';
import type { CorpusRecord } from '../corpus.js';
import type { AttributeKind, DrawIntent } from '../driver/draw-intent.js';
import { EXPORT_FORMAT, FLOAT_MODE, NO_OPTIONS } from '../driver/draw-intent.js';
import {
  getDrawRegisters,
  getOrderingFields,
  packRegisters,
  selectChipRegisters,
} from '../driver/draw-registers.js';
import { getArgumentFields } from '../driver/shader-fields.js';
import { parseWord } from '../driver/words.js';
import { getAllocatedInputs, getInputBits, type SystemArguments } from './arguments.js';
import type { ExternalProgram } from './external-program.js';

type Registers = Readonly<Record<string, number>>;

const COLOUR_TARGETS = 8;

/** The maximum numbers of registers per wave, assumed for programs that do not specify theirs. */
const MAX_REGISTERS = { vgprs: 256, sgprs: 104 } as const;

/**
 * Returns a program's registers as the driver would set them, and the names of those that it does not fully specify. From lowest to highest precedence, they come from the
 * defaults, the program's file, the fields implied by its arguments and interlock, and finally its state, which is used
 * as is.
 */
export function deriveRegisters(
  program: ExternalProgram,
  interlock: string,
  args: CorpusRecord['abi']['args'],
  systemArguments: SystemArguments,
) {
  const { state } = program;
  const chip = chipOf(program.chip);
  const stateRegisters = Object.fromEntries(
    Object.entries(state.regs ?? {}).map(([name, text]) => [name, parseWord(text)]),
  );
  const intent = deriveIntent(program, interlock, args, systemArguments);
  const { wave, shader } = intent;
  const impliedFields = {
    ...getOrderingFields(chip, { ...shader, ...intent }),
    ...getArgumentFields(chip.gfx, wave, shader),
  };
  const base = { ...getDrawRegisters(chip, intent), ...program.registers };
  const packedRegisters = selectChipRegisters(
    chip,
    packRegisters(chip.gfx, { ...program.fields, ...impliedFields }, base),
  );
  const readInputs = state.args === undefined ? (packedRegisters.SPI_PS_INPUT_ENA ?? 0) : getInputBits(args);
  const inputs = readInputs | getAllocatedInputs(program.registers);
  const completeRegisters = { ...packedRegisters, SPI_PS_INPUT_ENA: inputs, SPI_PS_INPUT_ADDR: inputs };
  const registers: Registers = { ...completeRegisters, ...stateRegisters };
  const specifiedRegisters: Registers = { ...program.registers, ...stateRegisters };
  return {
    registers,
    implied: Object.keys(registers).filter((name) => specifiedRegisters[name] !== registers[name]),
  };
}

/**
 * Derives the intent of a program's draws from its code and state. Values that only a compiler knows are set to their
 * maximum.
 */
function deriveIntent(
  { words, chip, wave, state, samples, scratchBytes, intent }: ExternalProgram,
  interlock: string,
  args: CorpusRecord['abi']['args'],
  { userSgprs, hasCollision, hasIntrawave }: SystemArguments,
): DrawIntent {
  const { instructions } = decodeCached(words, getInstructionSet(chipOf(chip)), wave);
  const targets = instructions.flatMap((instruction) => instruction.export?.target ?? []);
  const inputBits = getInputBits(args);
  const isExported = (target: number): boolean => targets.includes(target);
  return {
    wave,
    samples: samples as DrawIntent['samples'],
    perSample: interlock.startsWith('sample'),
    unordered: interlock === 'none',
    shader: {
      ...MAX_REGISTERS,
      floatMode: FLOAT_MODE,
      userSgprs,
      collision: { waves: hasCollision, layers: hasIntrawave },
      scratchBytes,
      inputs: PS_INPUTS.filter((_, bit) => ((inputBits >>> bit) & 1) !== 0).map(({ name }) => name),
      attributes: listAttributes(state.inputs ?? []),
      colours: Array.from({ length: COLOUR_TARGETS }, (_, target) =>
        isExported(target) ? EXPORT_FORMAT.ABGR32 : undefined,
      ),
      ...NO_OPTIONS,
      ...intent,
    },
  };
}

function listAttributes(inputs: CorpusRecord['abi']['inputs']): AttributeKind[] {
  const count = findMax(
    inputs.map(({ attr }) => attr + 1),
    0,
  );
  return Array.from({ length: count }, (_, attribute) => {
    const input = inputs.find(({ attr }) => attr === attribute);
    if (input?.name === 'gl_PrimitiveID') return 'primitive';
    return input?.how === 'flat' ? 'flat' : 'smooth';
  });
}
