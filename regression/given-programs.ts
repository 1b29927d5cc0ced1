import { CHIP_NAMES, type ChipName, chipOf, isChipName, type WaveSize } from '../arch/index.js';
import { type CompletedProgram, completeProgram } from '../stimulus/index.js';
import { UsageError } from '../transactions/index.js';
import { readShaderObject, type ShaderObject } from './elf/shader-object.js';
import { unknownName } from './nearest-name.js';
import { readState, type StateDocument } from './state-files.js';

/**
 * The pixel shader of an ELF object with its state, for a scene with so many samples. Throws `UsageError` in one line for
 * files that cannot be used or do not fit each other.
 */
export function readGivenProgram(
  bytes: Uint8Array,
  file: string,
  stateFile: string,
): (samples: number) => CompletedProgram {
  const state = readState(stateFile);
  const object = readShaderObject(bytes, file);
  const chip = chipFor(object, state, stateFile);
  const wave = waveFor(object, state, chip);
  if (object.metadata.scratchBytes > 0) {
    throw new UsageError(
      `Cannot run ${file}: it needs private memory, and only a corpus record says where a driver puts that`,
    );
  }
  return (samples) => {
    checkSamples(state, samples);
    const { record, assumed } = completeProgram({
      name: `${file}:${object.symbol}`,
      chip,
      wave,
      words: object.words,
      registers: object.metadata.registers,
      state,
      samples,
    });
    return { record, assumed: [...machineAssumed(object, state, chip, wave), ...assumed] };
  };
}

function chipFor({ chip, processor }: ShaderObject, state: StateDocument, file: string): ChipName {
  const name = state.chip ?? chip;
  if (!isChipName(name)) throw unknownName('chip', name, CHIP_NAMES);
  const { gfx } = chipOf(name);
  if (gfx !== chipOf(chip).gfx) {
    throw new UsageError(
      `Invalid state file ${file}: chip is ${name} of ${gfx}; the object is for ${processor}`,
    );
  }
  if (state.gfx !== undefined && state.gfx !== gfx)
    throw new UsageError(
      `Invalid state file ${file}: gfx is ${state.gfx}; expected ${gfx}, which ${name} is`,
    );
  return name;
}

/** The wave size that state or object gives; compilers that leave it out mean the generation's smallest. */
function waveFor({ metadata }: ShaderObject, state: StateDocument, chip: ChipName): WaveSize {
  const { waveSizes } = chipOf(chip);
  const wave = state.wave ?? metadata.wave ?? waveSizes[0];
  if (waveSizes.includes(wave)) return wave;
  throw new UsageError(`Impossible wave ${wave}: ${chip} has waves of ${waveSizes.join(' or ')}`);
}

function checkSamples({ samples: given }: StateDocument, samples: number): void {
  if (given === undefined || given === samples) return;
  throw new UsageError(`Impossible samples ${samples}: the program's state is for ${given}`);
}

function machineAssumed(
  { metadata }: ShaderObject,
  state: StateDocument,
  chip: ChipName,
  wave: WaveSize,
): string[] {
  const hasWave = state.wave !== undefined || metadata.wave !== undefined;
  return [...(state.chip === undefined ? [`chip ${chip}`] : []), ...(hasWave ? [] : [`wave ${wave}`])];
}
