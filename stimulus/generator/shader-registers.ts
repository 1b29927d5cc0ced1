import type { ColourFormat } from '../../arch/index.js';
import { encodeDualSourceBlend, factsOf } from '../../arch/index.js';
import type { Draw, ProgramDescriptor, ProgramInput } from '../../transactions/index.js';
import { type ColourExports, getChannelMask, getTargetMask } from '../driver/attachments.js';
import { EXPORT_FORMAT, FOLDING_SHADER, type ShaderIntent } from '../driver/draw-intent.js';
import { getDrawRegisters, packRegisters } from '../driver/draw-registers.js';
import { PRIMITIVE_INPUT } from '../kit/programs.js';
import type { TestArea } from '../kit/test.js';
import { COLOUR_INPUTS, SECTION_INPUTS } from '../sections/scenario.js';
import { DEPTH_EXPORT_VALUES } from './exports.js';
import { REGISTER_COUNTS } from './registers.js';
import { LDS_BYTES, LDS_OFFSET } from './work.js';

/** Everything that determines a draw's registers, apart from its program's descriptor. */
export interface DrawTarget extends Pick<TestArea, 'chip' | 'wave'> {
  readonly samples: Draw['samples'];
  readonly colourBuffers: readonly ColourFormat[];
}

/** Returns a program's attributes: the primitive's number, plus colours if it has a prolog. */
export function listInputs({ parts }: ProgramDescriptor): ProgramInput[] {
  return parts === undefined ? [PRIMITIVE_INPUT] : [PRIMITIVE_INPUT, ...COLOUR_INPUTS];
}

/** Returns the registers that depend on the program and its draw. */
export function createShaderRegisters(
  { chip, wave, samples, colourBuffers }: DrawTarget,
  descriptor: ProgramDescriptor,
): Record<string, number> {
  const registers = getDrawRegisters(chip, {
    wave,
    samples,
    perSample: false,
    shader: describeShader(descriptor),
  });
  const intrawave = descriptor.section.shape === 'layers' ? 1 : 0;
  const { before, after, section } = descriptor;
  const usesLds = [...before, ...after, ...section.steps].includes('local');
  const unit = factsOf(chip.gfx).extraLdsUnitBytes;
  const values = {
    'SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE': usesLds ? Math.ceil((LDS_OFFSET + LDS_BYTES) / unit) : 0,
    'SPI_SHADER_PGM_RSRC2_PS.LOAD_INTRAWAVE_COLLISION': intrawave,
    'PA_SC_SHADER_CONTROL.LOAD_INTRAWAVE_COLLISION': intrawave,
  };
  return {
    ...packRegisters(chip.gfx, values, registers),
    CB_SHADER_MASK: getChannelMask(descriptor.exports.colours),
    CB_TARGET_MASK: getTargetMask(colourBuffers, getColourExports(descriptor)),
    CB_BLEND0_CONTROL: descriptor.exports.dualSource ? encodeDualSourceBlend(chip.gfx) : 0,
  };
}

/** Returns the colours that a program writes to colour buffers. */
export function getColourExports({
  exports: { colours, conversion, dualSource },
}: ProgramDescriptor): ColourExports {
  return { colours: dualSource ? 1 : colours, conversion };
}

function describeShader(descriptor: ProgramDescriptor): ShaderIntent {
  const { exports, discards, parts } = descriptor;
  const { colours, conversion, depth } = exports;
  const values = DEPTH_EXPORT_VALUES[depth];
  return {
    ...FOLDING_SHADER,
    ...REGISTER_COUNTS,
    inputs: SECTION_INPUTS,
    attributes: listInputs(descriptor).map(({ flat }) => (flat ? 'flat' : 'smooth')),
    colours: Array.from({ length: colours }, () => EXPORT_FORMAT[conversion]),
    kills:
      [discards.before, discards.inside, discards.after].some((lanes) => lanes !== 'none') ||
      (parts !== undefined && (parts.alphaTest !== 'always' || parts.stipple !== 'off')),
    writesDepth: values.includes('depth'),
    writesStencil: values.includes('stencil'),
    writesSampleMask: values.includes('mask'),
  };
}
