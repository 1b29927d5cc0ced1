import {
  factsOf,
  GENERATIONS,
  greatestOf,
  HWREG,
  makeWaveState,
  type WaveState,
} from '../../../arch/index.js';
import type { ProgramArgument, WaveLaunched } from '../../../transactions/index.js';
import { RECENT_DRAWS, Recent } from '../../evidence/basics/recent.js';
import { hex } from '../../evidence/basics/words.js';
import { type DrawNeed, LaunchNeeds } from '../../evidence/facts/launch-need.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import { waveName, wavePlace } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { DrawFacts } from '../../evidence/program/draws.js';
import { initialMode } from '../../evidence/reference/initial-scalars.js';
import { unfillableArgument, VectorInputs } from '../../evidence/reference/initial-vectors.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { drawScalars, type ExpectedScalar, waveScalars } from './expected-scalars.js';

const QUAD_LANES = 4;

/**
 * Number of waves per draw for which all VGPRs are compared. For later waves, only those of one quad are
 * compared, in rotation.
 */
const FULLY_COMPARED_WAVES = 4;

/** The value of MODE for a wave whose initial values are not traced. */
const NOT_REPORTED = -1;

/** The name of the missing data if neither SGPRs nor VGPRs are reported. */
const REGISTERS = 'registers';

/** The MODE bits that FLOAT_MODE initialises. */
const FLOAT_MODE_MASK = 0xff;

/** What is compared for the waves of one draw, and a state that is filled with the expected values. */
interface DrawInputs {
  readonly state: WaveState;
  /** The VGPR inputs; undefined if the reference cannot fill all of them. */
  readonly vectors: VectorInputs | undefined;
  /** The program's VGPR arguments. */
  readonly arguments: readonly ProgramArgument[];
  /** The SGPRs that are equal for all waves. */
  readonly scalars: readonly ExpectedScalar[];
}

/** What differs, as words that follow "it starts with". */
interface Difference {
  readonly expected: string;
  readonly observed: string;
}

/**
 * Invariant: a wave starts with the user SGPRs, system SGPRs and VGPR inputs for which its program was
 * compiled, in the expected registers, in its draw's float mode, and with no packer set (S-012, S-027, S-031,
 * P-050, P-054; pops.md 5.3).
 */
export const LAUNCH_04: Rule = {
  id: 'LAUNCH-04',
  text: 'A wave starts with the SGPR and VGPR inputs that its program expects, in the expected registers, and with no packer set.',
  severity: 'error',
  generations: GENERATIONS,
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
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const inputs = new Recent(RECENT_DRAWS, (facts: DrawFacts) => drawInputs(ledgers, facts));
  const needs = new LaunchNeeds(ledgers);
  /** Number of waves that have been launched so far, by draw. */
  const launchCounts = new Int32Array(ledgers.draws.length);

  return {
    on: {
      'wave-launched': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        const missing = missingRegisters(t);
        if (missing !== undefined) judge.lacks(`the initial ${missing} of launched waves`);
        if (missing === REGISTERS) return;
        judge.armed++;
        const { facts } = wave;
        const known = inputs.of(facts);
        launchCounts[facts.index]++;
        const difference =
          packerDifference(ledgers, t) ??
          modeDifference(ledgers, facts, t) ??
          countDifference(needs.of(facts), t) ??
          scalarDifference(known.scalars, t) ??
          scalarDifference(waveScalars(ledgers, wave, t.holds.scratchSlot), t) ??
          vectorDifference(ledgers, wave, known, launchCounts[facts.index], t);
        if (difference !== undefined) judge.violate(describe, ledgers, wave, t.cycle, difference);
      },
    },
  };
}

/** Returns the registers whose initial values are not traced, if there are any. All others are judged. */
function missingRegisters({ sgprs, vgprs }: WaveLaunched): string | undefined {
  if (sgprs.length > 0) return vgprs.length > 0 ? undefined : 'VGPRs';
  return vgprs.length > 0 ? 'SGPRs' : REGISTERS;
}

function drawInputs({ scenario, gfx, memory }: Ledgers, facts: DrawFacts): DrawInputs {
  const vectorArguments = facts.program.arguments.filter(({ file }) => file === 'v');
  const registerCount = greatestOf(
    vectorArguments.map(({ register, size }) => register + size),
    1,
  );
  return {
    state: makeWaveState(scenario.wave, registerCount, 1, memory),
    vectors: unfillableArgument(facts) === undefined ? new VectorInputs(gfx, facts) : undefined,
    arguments: vectorArguments,
    scalars: drawScalars(gfx, facts),
  };
}

/**
 * Checks that no packer is set. If one were set before the program sets one, the wave could poll another
 * wave's packer.
 */
function packerDifference({ gfx }: Ledgers, { mode, popsPacker }: WaveLaunched): Difference | undefined {
  const field = factsOf(gfx).packerField;
  if (field === undefined) return undefined;
  const value = field.register === HWREG.MODE ? mode : popsPacker;
  if (field.register === HWREG.MODE && mode === NOT_REPORTED) return undefined;
  const observed = (value >>> field.low) & (2 ** field.bits - 1);
  return observed === 0 ? undefined : registerDifference(field.name, 'packer', 0, observed);
}

/**
 * Checks that float rounding and denormals are those of RSRC1_PS.FLOAT_MODE (corpus README, "Initial state of
 * a wave").
 */
function modeDifference({ gfx }: Ledgers, facts: DrawFacts, { mode }: WaveLaunched): Difference | undefined {
  const expected = initialMode(gfx, facts.draw.registers);
  const observed = mode & FLOAT_MODE_MASK;
  if (mode === NOT_REPORTED || observed === expected) return undefined;
  return registerDifference('MODE[7:0]', 'rounding and denormals', expected, observed);
}

/**
 * Checks the number of registers loaded. Registers that are loaded in addition to, or instead of, those that
 * the enable bits request shift what the program reads.
 */
function countDifference(
  { scalarInputCount, vectorInputCount }: DrawNeed,
  { sgprs, sgprCount, vgprs, vgprCount }: WaveLaunched,
): Difference | undefined {
  if (sgprs.length > 0 && sgprCount !== scalarInputCount)
    return { expected: `${scalarInputCount} SGPRs loaded`, observed: `${sgprCount} loaded` };
  if (vgprs.length > 0 && vgprCount !== vectorInputCount)
    return { expected: `${vectorInputCount} VGPRs loaded`, observed: `${vgprCount} loaded` };
  return undefined;
}

function scalarDifference(
  scalars: readonly ExpectedScalar[],
  { sgprs }: WaveLaunched,
): Difference | undefined {
  if (sgprs.length === 0) return undefined;
  for (const { register, name, mask, value } of scalars) {
    const observed = sgprs[register] & mask;
    if (observed !== (value & mask)) {
      return registerDifference(`s${register}`, name, value & mask, observed);
    }
  }
  return undefined;
}

function vectorDifference(
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
  for (const { name, register: first, size } of inputs.arguments) {
    for (let register = first; register < first + size; register++) {
      const base = register * scenario.wave;
      for (let lane = firstQuad * QUAD_LANES; lane < endQuad * QUAD_LANES; lane++) {
        const expected = state.v[base + lane];
        const observed = vgprs[base + lane];
        if (expected !== observed)
          return registerDifference(`v${register} of lane ${lane}`, name, expected, observed);
      }
    }
  }
  return undefined;
}

/** Describes a register with different contents. */
function registerDifference(
  register: string,
  contents: string,
  expected: number,
  observed: number,
): Difference {
  return {
    expected: `${hex(expected)} in ${register} (${contents})`,
    observed: `${hex(observed)} in ${register}`,
  };
}

function describe(ledgers: Ledgers, wave: WaveRecord, cycle: number, difference: Difference): Finding {
  const { expected, observed } = difference;
  return {
    cycle,
    unit: 'spi',
    place: wavePlace(ledgers, wave),
    allowed: `${waveName(wave)} starts with ${expected}.`,
    observed: `It starts with ${observed}.`,
    steps: [`cycle ${wave.formedCycle}: formed`, `cycle ${cycle}: launched with ${observed}`],
    hint: 'Check the enable bits in SPI_SHADER_PGM_RSRC2_PS and SPI_PS_INPUT_ENA (a wrong bit moves all later registers), and whether the launch uses the data of another wave.',
  };
}
