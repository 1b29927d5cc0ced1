import {
  chipOf,
  factsOf,
  findRegisterField,
  getAllocation,
  getRegisterRequirement,
  PARAMETER_DWORDS,
  PS_INPUTS,
} from '../../../arch/index.js';
import { DefaultMap } from '../basics/default-map.js';
import type { BackgroundRecord } from '../ledger/background.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { DrawFacts } from '../program/draws.js';
import type { Ledgers } from './ledgers.js';

/** LDS dwords per work-group processor (64 KB, P-035). */
export const LDS_DWORDS = 16384;

const DWORD_BYTES = 4;

/** Number of launch controllers in each engine (P-071). */
export const CONTROLLERS = 2;

/** Number of SGPRs that a launch controller loads per cycle (P-072). */
const SCALARS_PER_CYCLE = 8;
/** Number of LDS dwords that SPI loads per cycle (P-073). */
export const LDS_DWORDS_PER_CYCLE = 24;

/** The resources that each wave of a draw needs, according to the draw's registers. */
export type DrawNeeds = Readonly<ReturnType<typeof computeDrawNeeds>>;

/** Computes and caches the resources that draws need. */
export class LaunchNeeds {
  private readonly needs: DefaultMap<DrawFacts, DrawNeeds>;

  constructor(private readonly ledgers: Ledgers) {
    this.needs = new DefaultMap((facts) => computeDrawNeeds(ledgers, facts));
  }

  /** Returns the resources that each wave of a draw needs. */
  getNeeds(facts: DrawFacts): DrawNeeds {
    return this.needs.getOrCreate(facts);
  }

  /** Returns the number of LDS dwords that a wave's parameters need. */
  countParameterDwords(wave: WaveRecord): number {
    const { ldsPerPrimitive } = this.getNeeds(wave.facts);
    return ldsPerPrimitive === 0 ? 0 : ldsPerPrimitive * wave.primitiveCount;
  }

  /** Returns the number of LDS dwords that a wave needs (P-119; EXTRA_LDS_SIZE). */
  countLdsDwords(wave: WaveRecord): number {
    return this.countParameterDwords(wave) + this.getNeeds(wave.facts).extraLds;
  }

  /**
   * Returns the minimum number of cycles that one controller takes to load a wave. VGPRs, SGPRs and parameters are
   * loaded in parallel, at one cycle per 32-lane VGPR (P-072 to P-076).
   *
   * @param contendingWaves number of waves with the same parameter size, including this one, that share the path to LDS
   *   while loading
   */
  countLoadCycles(wave: WaveRecord, contendingWaves = 1): number {
    const { vectorInputCount, scalarInputCount } = this.getNeeds(wave.facts);
    const halves = this.ledgers.scenario.wave === 64 ? 2 : 1;
    const scalarCycles = Math.ceil(scalarInputCount / SCALARS_PER_CYCLE);
    const ldsCycles = Math.ceil(this.countParameterDwords(wave) / LDS_DWORDS_PER_CYCLE);
    return Math.max(1, halves * vectorInputCount, scalarCycles, contendingWaves * ldsCycles);
  }
}

/** Number of VGPRs that hold the vertex and instance ids (P-053). */
const VERTEX_VGPRS = 2;
/** Number of VGPRs that hold a thread's position in its group, unless one VGPR holds all three coordinates (P-051). */
const THREAD_VGPRS = 3;

/** Returns the minimum number of cycles that one controller takes to load a background wave. */
export function countBackgroundLoadCycles({ scenario, gfx }: Ledgers, { work }: BackgroundRecord): number {
  const isCompute = work.kind === 'compute';
  const threadVectors = factsOf(gfx).packsThreadIds ? 1 : THREAD_VGPRS;
  const vectorCount = (isCompute ? threadVectors : VERTEX_VGPRS) * (scenario.wave === 64 ? 2 : 1);
  const scalarCount = work.userData.length + (isCompute ? 1 : 0);
  return Math.max(1, vectorCount, Math.ceil(scalarCount / SCALARS_PER_CYCLE));
}

function computeDrawNeeds({ scenario, gfx }: Ledgers, { draw }: DrawFacts) {
  const { registers } = draw;
  const field = (name: string): number => findRegisterField(gfx, registers, name) ?? 0;
  const attributes = field('SPI_PS_IN_CONTROL.NUM_INTERP') + field('SPI_PS_IN_CONTROL.NUM_PRIM_INTERP');
  const unit = factsOf(gfx).extraLdsUnitBytes / DWORD_BYTES;
  const hasScratch = field('SPI_SHADER_PGM_RSRC2_PS.SCRATCH_EN') === 1;
  return {
    /** Whether the draw sets RSRC1, so that the register counts are known. */
    isKnown: getAllocation(gfx, scenario.wave, registers) !== undefined,
    /** Number of LDS dwords for each primitive's parameters. */
    ldsPerPrimitive: attributes * PARAMETER_DWORDS,
    /** Number of LDS dwords needed in addition to the parameters. */
    extraLds: unit * field('SPI_SHADER_PGM_RSRC2_PS.EXTRA_LDS_SIZE'),
    /** Number of VGPRs loaded at launch. */
    vectorInputCount: countVectorInputs(registers.SPI_PS_INPUT_ENA ?? 0),
    /** Number of SGPRs loaded at launch. */
    scalarInputCount: countScalarInputs(gfx, field),
    /** Maximum number of the draw's waves that can have scratch memory at once; undefined if they use none. */
    scratchWaves: hasScratch ? field('SPI_TMPRING_SIZE.WAVES') : undefined,
    ...getRegisterRequirement(chipOf(scenario.chip), scenario.wave, registers),
  };
}

function countVectorInputs(enable: number): number {
  return PS_INPUTS.reduce((sum, { registers }, bit) => sum + ((enable >>> bit) & 1) * registers, 0);
}

/**
 * Returns the number of SGPRs loaded at launch: user SGPRs, the prim mask, and any that the enable bits add
 * (pops.md 5.3).
 */
function countScalarInputs(gfx: Ledgers['gfx'], field: (name: string) => number): number {
  const rsrc2 = (name: string): number => field(`SPI_SHADER_PGM_RSRC2_PS.${name}`);
  const { hasWaveIds, hasIntrawaveCollisions, hardwareScratchBase } = factsOf(gfx);
  const collision = hasWaveIds ? rsrc2('LOAD_COLLISION_WAVEID') : 0;
  const intrawave = hasIntrawaveCollisions ? rsrc2('LOAD_INTRAWAVE_COLLISION') : 0;
  const scratch = hardwareScratchBase ? 0 : rsrc2('SCRATCH_EN');
  return rsrc2('USER_SGPR') + 1 + rsrc2('WAVE_CNT_EN') + collision + intrawave + scratch;
}
