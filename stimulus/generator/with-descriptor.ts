import { chipOf, PARAMETER_DWORDS } from '../../arch/index.js';
import type { Draw, ProgramDescriptor, Scenario } from '../../transactions/index.js';
import { generateProgram } from './scenario.js';
import { createShaderRegisters, type DrawTarget, listInputs } from './shader-registers.js';

/** Regenerates one of the scenario's programs from a new descriptor, and adjusts the registers of its draws. */
export function withDescriptor(scenario: Scenario, index: number, descriptor: ProgramDescriptor): Scenario {
  const previous = scenario.programs[index].descriptor;
  if (previous === undefined) throw new Error(`program ${index} was not generated`);
  const chip = chipOf(scenario.chip);
  const { wave, colourBuffers = [] } = scenario;
  const target = { chip, wave, colourBuffers };
  const samples = scenario.draws.find(({ program }) => program === index)?.samples ?? 1;
  return {
    ...scenario,
    programs: scenario.programs.map((program, i) =>
      i === index ? generateProgram(descriptor, chip, wave, samples) : program,
    ),
    draws: scenario.draws.map((draw) =>
      draw.program === index ? withRegisters(draw, target, [previous, descriptor]) : draw,
    ),
  };
}

/**
 * Adapts a draw to a new descriptor. Only register bits that differ between the two descriptors are changed, which
 * preserves options and faults.
 */
function withRegisters(
  draw: Draw,
  { chip, wave, colourBuffers }: Omit<DrawTarget, 'samples'>,
  descriptors: readonly [ProgramDescriptor, ProgramDescriptor],
): Draw {
  const [oldRegisters, newRegisters] = descriptors.map((descriptor) =>
    createShaderRegisters({ chip, wave, colourBuffers, samples: draw.samples }, descriptor),
  );
  const registers: Record<string, number> = { ...draw.registers };
  for (const [name, value] of Object.entries(newRegisters)) {
    registers[name] = ((registers[name] ?? 0) ^ (oldRegisters[name] ?? 0) ^ value) >>> 0;
  }
  const attributes = listInputs(descriptors[1]).length;
  const oldWords = draw.attributes * PARAMETER_DWORDS;
  const newWords = attributes * PARAMETER_DWORDS;
  return {
    ...draw,
    registers,
    attributes,
    parameters: draw.parameters.filter((_, i) => i % oldWords < newWords),
  };
}
