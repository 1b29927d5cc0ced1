import type { Chip, WaveSize } from '../../arch/index.js';
import { PARAMETER_DWORDS } from '../../arch/index.js';
import type {
  Draw,
  MemoryObject,
  OrderedMemory,
  Program,
  Scenario,
  SceneName,
} from '../../transactions/index.js';
import { assembleWords } from '../dialect/index.js';
import type { ShaderIntent } from '../driver/draw-intent.js';
import { getDrawRegisters } from '../driver/draw-registers.js';
import { FOLDING_SHADER } from '../driver/folding-shader.js';
import { rawBufferDescriptor } from '../driver/raw-buffer.js';
import { type FieldValues, packRegisters } from '../driver/register-fields.js';
import { getProgramArguments } from '../golden/program.js';
import { buildScenario } from '../pick-machine.js';
import type { PrimitiveKind, Triangle } from '../scenes/geometry.js';
import { PRIMITIVE_TYPE } from '../scenes/primitives.js';
import type { GenerateRequest } from '../sequence.js';
import { emitCoverageFold, PIXEL_SHIFT, ROW_SHIFT, VGPRS } from './program-text.js';

/** The name of the ordered buffer. */
const BUFFER = 'folds';
/** The address of the ordered buffer; any mapped address will do. */
const BUFFER_ADDRESS = 2 ** 32;

/** The maximum width of a scene; in wider ones, the program's rows would overlap. */
export const MAX_WIDTH = 1 << (ROW_SHIFT - PIXEL_SHIFT);

/** The program's properties. Its user data are the buffer descriptor and log2 of the number of samples. */
const SHADER: ShaderIntent = { ...FOLDING_SHADER, vgprs: VGPRS, sgprs: 16, userSgprs: 5 };

/** What a draw's interlock guarantees, if it has one. `relaxed`: the API permits weaker ordering (S-143). */
export type FoldOrder = 'ordered' | 'unordered' | 'relaxed' | 'none';

/** A draw that runs the fold program: its primitives, sampling mode and any extra register fields. */
export interface FoldDraw {
  readonly kind: PrimitiveKind;
  /** The primitives, with six coordinates each. */
  readonly primitives: readonly Triangle[];
  /** The scene that generated the primitives, if any, which determines how they overlap. */
  readonly scene?: SceneName;
  readonly samples: Draw['samples'];
  /** Whether the interlock orders samples instead of pixels. */
  readonly perSample: boolean;
  readonly fields: FieldValues;
  /** Entire registers to set in addition to the fields. */
  readonly registers?: Readonly<Record<string, number>>;
  /** The number of unread attributes that occupy parameter memory; 0 by default. */
  readonly unusedAttributes?: number;
  /** The index of the draw's program; 0 by default. */
  readonly program?: number;
  /** The order that the draw's interlock guarantees; `ordered` by default. */
  readonly order?: FoldOrder;
}

/** The chip and wave size that the fold program is built for, and the area that it covers. */
export interface FoldTarget {
  readonly chip: Chip;
  readonly wave: WaveSize;
  readonly width: number;
  readonly height: number;
}

/**
 * Creates the fold program, or another program with the same registers and arguments. An unordered program has no
 * collision argument.
 */
export function createFoldProgram(
  name: string,
  { gfx }: Chip,
  wave: WaveSize,
  text = emitCoverageFold(gfx, wave),
  isOrdered = true,
): Program {
  const [descriptor, , ...others] = getProgramArguments(gfx).filter(
    ({ file, name: argument }) => file === 's' && (isOrdered || argument !== 'pops_collision_wave_id'),
  );
  return {
    name,
    words: assembleWords(text, gfx),
    arguments: [
      descriptor,
      { name: 'log2_samples', file: 's', register: 4, size: 1 },
      ...others,
      { name: 'persp_center', file: 'v', register: 0, size: 2 },
      { name: 'ancillary', file: 'v', register: 2, size: 1 },
      { name: 'sample_coverage', file: 'v', register: 3, size: 1 },
      { name: 'pos_fixed_pt', file: 'v', register: 4, size: 1 },
    ],
    inputs: [{ attribute: 0, name: 'vPrim', flat: true }],
  };
}

/** Creates the buffer that the program folds into. */
export function createFoldMemory({ height }: FoldTarget): {
  memory: MemoryObject[];
  ordered: OrderedMemory[];
} {
  const bytes = height << ROW_SHIFT;
  return {
    memory: [{ name: BUFFER, address: BUFFER_ADDRESS, bytes, initial: [], compare: { kind: 'bytes' } }],
    ordered: [
      {
        object: BUFFER,
        layout: { kind: 'pixel-rows', bytesPerPixel: 1 << PIXEL_SHIFT, bytesPerRow: 1 << ROW_SHIFT },
      },
    ],
  };
}

/** What a sequence supplies to build a fold scenario. */
interface FoldScenarioContent extends Pick<Scenario, 'name' | 'freedoms' | 'programs' | 'draws'> {
  readonly target: FoldTarget;
}

/** Creates the scenario for a request, in which all draws fold into the same buffer. */
export function createFoldScenario(
  { seed, faults }: GenerateRequest,
  { name, freedoms, programs, draws, target }: FoldScenarioContent,
): Scenario {
  return buildScenario(target, { seed, faults }, name, {
    freedoms,
    programs,
    draws,
    ...createFoldMemory(target),
  });
}

/** Creates the draws, in order. Primitives are numbered from 1 across all draws. */
export function createFoldDraws(target: FoldTarget, draws: readonly FoldDraw[]): Draw[] {
  let nextNumber = 1;
  return draws.map((draw) => {
    const numbers = draw.primitives.map((_, i) => nextNumber + i);
    nextNumber += numbers.length;
    const attributes = 1 + (draw.unusedAttributes ?? 0);
    const idleParameters = new Array<number>(attributes * PARAMETER_DWORDS - 1).fill(0);
    return {
      program: draw.program ?? 0,
      ...(draw.scene === undefined ? {} : { scene: draw.scene }),
      ...getOrder(draw.perSample, draw.order ?? 'ordered'),
      width: target.width,
      height: target.height,
      samples: draw.samples,
      registers: createRegisters(target, draw),
      vertices: draw.primitives.flat(),
      depths: numbers.map(() => 0),
      attributes,
      parameters: numbers.flatMap((number) => [number, ...idleParameters]),
    };
  });
}

function getOrder(perSample: boolean, order: FoldOrder): Pick<Draw, 'interlock' | 'order'> {
  const unit = perSample ? 'sample' : 'pixel';
  if (order === 'relaxed') return { interlock: `${unit}-ordered`, order };
  return { interlock: order === 'none' ? order : `${unit}-${order}` };
}

function createRegisters({ chip, wave, height }: FoldTarget, draw: FoldDraw): Record<string, number> {
  const { samples, perSample, kind, fields } = draw;
  const sampleLog2 = 31 - Math.clz32(samples);
  const descriptor = rawBufferDescriptor(chip.gfx, BUFFER_ADDRESS, height << ROW_SHIFT);
  const intent = { wave, samples, perSample, unordered: draw.order === 'none', shader: SHADER };
  const registers = getDrawRegisters(chip, intent, [...descriptor, sampleLog2]);
  const values = { 'VGT_PRIMITIVE_TYPE.PRIM_TYPE': PRIMITIVE_TYPE[kind], ...fields };
  return { ...packRegisters(chip.gfx, values, registers), ...draw.registers, CB_SHADER_MASK: 0 };
}
