import type { Gfx, WaveSize } from '../chips.js';
import { findRegisterField } from '../registers.js';
import { makeIllegal } from './draft.js';
import { getSgprLimit } from './generation.js';
import type { AllocatedRegisters, DecodedProgram, Instruction, RegisterUse } from './instruction.js';

/** The registers that a wave allocates. */
export interface Allocation extends AllocatedRegisters {
  /** Number of SGPRs that RSRC1.SGPRS allocates, including those that instructions cannot address by number. */
  readonly allocatedScalars: number;
}

/** Number of SGPRs per unit of RSRC1.SGPRS on GFX9. */
const SCALAR_GRANULE = 8;

/**
 * Returns the number of VGPRs per unit of RSRC1.VGPRS. On GFX10 and later, a unit takes the same amount of memory for
 * both wave sizes.
 */
function getVectorGranule(gfx: Gfx, wave: WaveSize): number {
  return gfx !== 'gfx9' && wave === 32 ? 8 : 4;
}

/** Returns the registers that SPI_SHADER_PGM_RSRC1_PS allocates, or undefined if `registers` does not contain it. */
export function getAllocation(
  gfx: Gfx,
  wave: WaveSize,
  registers: Readonly<Record<string, number>>,
): Allocation | undefined {
  const vectors = findRegisterField(gfx, registers, 'SPI_SHADER_PGM_RSRC1_PS.VGPRS');
  const scalars = findRegisterField(gfx, registers, 'SPI_SHADER_PGM_RSRC1_PS.SGPRS');
  if (vectors === undefined || scalars === undefined) return undefined;
  const sgprLimit = getSgprLimit(gfx);
  const allocatedScalars = (scalars + 1) * SCALAR_GRANULE;
  return {
    vectors: (vectors + 1) * getVectorGranule(gfx, wave),
    scalars: gfx === 'gfx9' ? Math.min(sgprLimit, allocatedScalars) : sgprLimit,
    allocatedScalars,
  };
}

/**
 * Describes the first register of an instruction that lies outside its wave's allocation, or returns undefined if
 * there is none.
 */
function describeAllocationProblem(
  { uses, defines }: Instruction,
  { vectors, scalars }: Allocation,
  gfx: Gfx,
): string | undefined {
  for (const use of [uses, defines]) {
    const vector = use.vectors.find((register) => register >= vectors);
    if (vector !== undefined) return `register v${vector} is outside the allocation of ${vectors}`;
    const scalar = use.scalars.find((index) => index >= scalars && index < getSgprLimit(gfx));
    if (scalar !== undefined) return `register s${scalar} is outside the allocation of ${scalars}`;
  }
  return undefined;
}

const LIMITED_PROGRAMS = new WeakMap<DecodedProgram, Map<string, DecodedProgram>>();

/**
 * Returns the program as seen by a wave with the given registers. Instructions that use a register beyond the wave's
 * allocation become `illegal`, with the reason. M0-relative instructions are limited to the allocation. Returns
 * `program` itself if nothing changes. Equal allocations share one result.
 *
 * @param registers the draw's raw register values by name; without RSRC1, there is no limit
 */
export function limitToAllocation(
  program: DecodedProgram,
  registers: Readonly<Record<string, number>>,
): DecodedProgram {
  const allocation = getAllocation(program.gfx, program.wave, registers);
  if (allocation === undefined) return program;
  const byAllocation = LIMITED_PROGRAMS.get(program) ?? new Map<string, DecodedProgram>();
  LIMITED_PROGRAMS.set(program, byAllocation);
  const key = `${allocation.vectors}/${allocation.scalars}`;
  const limitedProgram = byAllocation.get(key) ?? limitProgram(program, allocation);
  byAllocation.set(key, limitedProgram);
  return limitedProgram;
}

/** Limits an instruction with M0-relative registers to the wave's allocation. */
function limitInstruction(instruction: Instruction, allocation: AllocatedRegisters, gfx: Gfx): Instruction {
  const { vectors, scalars } = allocation;
  const limitUse = (use: RegisterUse): RegisterUse => ({
    vectors: use.vectors.filter((register) => register < vectors),
    scalars: use.scalars.filter((index) => index < scalars || index >= getSgprLimit(gfx)),
  });
  const { uses, defines } = instruction;
  const execute = instruction.limitTo?.(allocation) ?? instruction.execute;
  return { ...instruction, execute, uses: limitUse(uses), defines: limitUse(defines) };
}

function limitProgram(program: DecodedProgram, allocation: Allocation): DecodedProgram {
  const instructions = program.instructions.map((instruction) => {
    if (instruction.limitTo !== undefined) return limitInstruction(instruction, allocation, program.gfx);
    const reason = describeAllocationProblem(instruction, allocation, program.gfx);
    return reason === undefined ? instruction : makeIllegal(instruction, reason);
  });
  const isUnchanged = instructions.every((instruction, index) => instruction === program.instructions[index]);
  if (isUnchanged) return program;
  return { ...program, instructions, vgprs: Math.min(program.vgprs, allocation.vectors) };
}
