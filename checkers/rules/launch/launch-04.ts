import {
  factsOf,
  findMax,
  findRegisterField,
  type Gfx,
  getUnusedCollisionBits,
  HWREG,
  makeWaveState,
} from '../../../arch/index.js';
import type { WaveLaunched } from '../../../transactions/index.js';
import { DefaultMap } from '../../evidence/basics/default-map.js';
import { formatHex } from '../../evidence/basics/words.js';
import { type DrawNeeds, LaunchNeeds } from '../../evidence/facts/launch-needs.js';
import { computePrimMask, getInitialMode, getUserData } from '../../evidence/reference/initial-scalars.js';
import { findUnsupportedArgument, VectorInputs } from '../../evidence/reference/initial-vectors.js';
import { type DrawFacts, defineRule, formatWave, type Ledgers, type WaveRecord } from '../../kit.js';

/** The value that a program expects in an SGPR. Only the bits in `mask` matter. */
interface ExpectedScalar {
  readonly register: number;
  readonly name: string;
  readonly mask: number;
  /** Returns the value for a wave, or undefined if any value is right. */
  readonly compute: (wave: WaveRecord, scratchSlot: number) => number | undefined;
}

/** Bits 30 to 16. Bit 31, `bc_optimize`, is unspecified, and the lower bits are for LDS (pops.md 5.3). */
const PRIM_MASK_BITS = 0x7fff0000;

/** Returns the SGPRs that are the same for all waves of a draw. */
function listDrawScalars(gfx: Gfx, { draw }: DrawFacts): readonly ExpectedScalar[] {
  const count = findRegisterField(gfx, draw.registers, 'SPI_SHADER_PGM_RSRC2_PS.USER_SGPR') ?? 0;
  return Array.from(getUserData(draw.registers).subarray(0, count), (value, register) => ({
    register,
    name: `SPI_SHADER_USER_DATA_PS_${register}`,
    mask: -1,
    compute: () => value,
  }));
}

/** Returns a draw's system SGPRs, in the registers where its program expects them. */
function listWaveScalars(
  { gfx, scenario }: Ledgers,
  { draw, program }: DrawFacts,
): readonly ExpectedScalar[] {
  const facts = factsOf(gfx);
  const expected: ExpectedScalar[] = [];
  for (const { file, name, register } of program.arguments) {
    if (file !== 's') continue;
    if (name === 'prim_mask')
      expected.push({ register, name, mask: PRIM_MASK_BITS, compute: computePrimMask });
    else if (name === 'pops_collision_wave_id' && facts.hasWaveIds)
      expected.push({
        register,
        name,
        mask: ~getUnusedCollisionBits(facts),
        compute: computeCollisionArgument,
      });
    else if (name === 'pops_intrawave_collision') {
      const mask = (1 << (scenario.wave / 4)) - 1;
      expected.push({ register, name, mask, compute: ({ intrawaveMask }) => intrawaveMask });
    } else if (name === 'scratch_offset' && !facts.hardwareScratchBase) {
      const units = findRegisterField(gfx, draw.registers, 'SPI_TMPRING_SIZE.WAVESIZE') ?? 0;
      const slotBytes = units * facts.scratchUnitBytes;
      const compute = (_: WaveRecord, slot: number) => (slot < 0 ? undefined : slot * slotBytes);
      expected.push({ register, name, mask: -1, compute });
    }
  }
  return expected;
}

function computeCollisionArgument(wave: WaveRecord): number {
  return wave.id | (wave.newest << 16) | (wave.packer << 28) | (wave.didOverlap ? 1 << 31 : 0);
}

const QUAD_LANES = 4;

/**
 * Number of waves per draw for which all VGPRs are compared. For later waves, only the VGPRs of a
 * single quad are compared, rotating through the quads.
 */
const FULLY_COMPARED_WAVES = 4;

/** The MODE reported for a wave whose initial values are not traced. */
const NOT_REPORTED = -1;

/** Reported as missing when neither SGPRs nor VGPRs are traced. */
const ALL_REGISTERS = 'registers';

/** The bits of MODE that FLOAT_MODE initialises. */
const FLOAT_MODE_MASK = 0xff;

type DrawInputs = ReturnType<typeof createDrawInputs>;

/** How a wave's initial state differs. Both fields are phrases that complete "starts with …". */
interface Difference {
  readonly expected: string;
  readonly observed: string;
}

/** This includes the draw's float mode (pops.md 5.3). */
export const LAUNCH_04 = defineRule({
  id: 'LAUNCH-04',
  text: 'A wave starts with the SGPR and VGPR inputs that its program expects, in the expected registers, and with no packer set.',
  statements: [
    'S-011',
    'S-012',
    'S-013',
    'S-014',
    'S-015',
    'S-016',
    'S-017',
    'S-019',
    'S-027',
    'S-031',
    'S-061',
    'P-050',
    'P-052',
    'P-054',
  ],
  needs: ['wave-formed', 'wave-launched'],
  skips: {
    waves:
      'after the fourth of a draw: comparing all would cost too much (VGPRs, except those of a rotating quad)',
  },
  create(ledgers, judge) {
    const inputs = new DefaultMap((facts: DrawFacts) => createDrawInputs(ledgers, facts));
    const needs = new LaunchNeeds(ledgers);
    /** Number of waves launched so far, by draw. */
    const launchCounts = new Int32Array(ledgers.draws.length);

    return {
      onWave: {
        'wave-launched': (wave, t) => {
          const missing = findMissingRegisters(t);
          if (missing !== undefined) judge.lacks(`the initial ${missing} of launched waves`);
          if (missing === ALL_REGISTERS) return;
          const { facts } = wave;
          const drawInputs = inputs.getOrCreate(facts);
          launchCounts[facts.index]++;
          const difference =
            comparePacker(ledgers, t) ??
            compareMode(drawInputs.mode, t) ??
            compareCounts(needs.getNeeds(facts), t) ??
            compareScalars(drawInputs.scalars, wave, t) ??
            compareVectors(ledgers, wave, drawInputs, launchCounts[facts.index], t);
          if (judge.finds(difference)) {
            const { expected, observed } = difference;
            judge.reportAt(wave, t.cycle, {
              unit: 'spi',
              allowed: `${formatWave(wave)} starts with ${expected}.`,
              observed: `${formatWave(wave)} starts with ${observed}.`,
              steps: [`cycle ${wave.formedCycle}: formed`, `cycle ${t.cycle}: launched with ${observed}`],
              hint: "Check the enable bits in SPI_SHADER_PGM_RSRC2_PS and SPI_PS_INPUT_ENA (a wrong bit shifts all later registers), and whether the launch uses another wave's data.",
            });
          }
        },
      },
    };
  },
});

/**
 * Returns the kind of registers whose initial values are missing from the trace, or undefined if none are. Registers
 * that are traced are still checked.
 */
function findMissingRegisters({ sgprs, vgprs }: WaveLaunched): string | undefined {
  if (sgprs.length > 0) return vgprs.length > 0 ? undefined : 'VGPRs';
  return vgprs.length > 0 ? 'SGPRs' : ALL_REGISTERS;
}

function createDrawInputs(ledgers: Ledgers, facts: DrawFacts) {
  const { scenario, gfx, memory } = ledgers;
  const vectorArguments = facts.program.arguments.filter(({ file }) => file === 'v');
  const registerCount = findMax(
    vectorArguments.map(({ register, size }) => register + size),
    1,
  );
  return {
    state: makeWaveState(scenario.wave, registerCount, 1, memory),
    /** The VGPR inputs, or undefined if the reference cannot fill all of them. */
    vectors: findUnsupportedArgument(facts) === undefined ? new VectorInputs(gfx, facts) : undefined,
    arguments: vectorArguments,
    scalars: [...listDrawScalars(gfx, facts), ...listWaveScalars(ledgers, facts)],
    /** MODE[7:0]: float rounding and denormals. */
    mode: getInitialMode(gfx, facts.draw.registers),
  };
}

/**
 * Checks that no packer is selected. If one were selected before the program does so, the wave could poll another
 * wave's packer.
 */
function comparePacker({ gfx }: Ledgers, { mode, popsPacker }: WaveLaunched): Difference | undefined {
  const field = factsOf(gfx).packerField;
  if (field === undefined) return undefined;
  const value = field.register === HWREG.MODE ? mode : popsPacker;
  if (field.register === HWREG.MODE && mode === NOT_REPORTED) return undefined;
  const observed = (value >>> field.low) & (2 ** field.bits - 1);
  return observed === 0 ? undefined : describeRegister(field.name, 'packer', 0, observed);
}

/** Checks that float rounding and denormals match RSRC1_PS.FLOAT_MODE (corpus README, "Initial state of a wave"). */
function compareMode(expected: number, { mode }: WaveLaunched): Difference | undefined {
  const observed = mode & FLOAT_MODE_MASK;
  if (mode === NOT_REPORTED || observed === expected) return undefined;
  return describeRegister('MODE[7:0]', 'rounding and denormals', expected, observed);
}

/**
 * Checks how many registers were loaded. Loading registers that the enable bits do not request, or omitting
 * requested ones, shifts others to where the program does not expect them.
 */
function compareCounts(
  { scalarInputCount, vectorInputCount }: DrawNeeds,
  { sgprs, sgprCount, vgprs, vgprCount }: WaveLaunched,
): Difference | undefined {
  if (sgprs.length > 0 && sgprCount !== scalarInputCount)
    return { expected: `${scalarInputCount} SGPRs loaded`, observed: `${sgprCount} loaded` };
  if (vgprs.length > 0 && vgprCount !== vectorInputCount)
    return { expected: `${vectorInputCount} VGPRs loaded`, observed: `${vgprCount} loaded` };
  return undefined;
}

function compareScalars(
  scalars: readonly ExpectedScalar[],
  wave: WaveRecord,
  { sgprs, holds }: WaveLaunched,
): Difference | undefined {
  if (sgprs.length === 0) return undefined;
  for (let i = 0; i < scalars.length; i++) {
    const { register, name, mask, compute } = scalars[i];
    const value = compute(wave, holds.scratchSlot);
    if (value === undefined) continue;
    const observed = sgprs[register] & mask;
    if (observed !== (value & mask)) return describeRegister(`s${register}`, name, value & mask, observed);
  }
  return undefined;
}

function compareVectors(
  { scenario }: Ledgers,
  wave: WaveRecord,
  inputs: DrawInputs,
  launchCount: number,
  { vgprs }: WaveLaunched,
): Difference | undefined {
  const { state, vectors } = inputs;
  if (vectors === undefined || vgprs.length === 0) return undefined;
  const isFullyCompared = launchCount <= FULLY_COMPARED_WAVES;
  const firstQuad = isFullyCompared ? 0 : launchCount % wave.quadCount;
  const endQuad = isFullyCompared ? wave.quadCount : firstQuad + 1;
  vectors.load(state, wave, firstQuad, endQuad);
  for (const { name, register: first, size } of inputs.arguments)
    for (let register = first; register < first + size; register++) {
      const base = register * scenario.wave;
      for (let lane = firstQuad * QUAD_LANES; lane < endQuad * QUAD_LANES; lane++) {
        const expected = state.v[base + lane];
        const observed = vgprs[base + lane];
        if (expected !== observed)
          return describeRegister(`v${register} of lane ${lane}`, name, expected, observed);
      }
    }
  return undefined;
}

function describeRegister(register: string, contents: string, expected: number, observed: number) {
  return {
    expected: `${formatHex(expected)} in ${register} (${contents})`,
    observed: `${formatHex(observed)} in ${register}`,
  };
}
