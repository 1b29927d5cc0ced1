import { CHIP_NAMES, chipOf, getMaxWaveRows } from '../../arch/index.js';
import type { Scenario } from '../../transactions/index.js';
import { WAVES_OVERLAP } from '../claims.js';
import { packRegisters } from '../driver/register-fields.js';
import type { GenerateRequest, Sequence } from '../sequence.js';
import { busyExit } from './busy-exit.js';
import { pickBase } from './pick-base.js';
import { slowOwner } from './slow-owner.js';
import { stackedQuads } from './stacked-quads.js';

const NAME = 'full_files';

/** The RSRC1.VGPRS value for 256 registers, by wave size. */
const ALL_VGPRS = { 32: 31, 64: 63 } as const;

/** Runs waves that fill a register file to the last row, so that allocations barely fit (P-036, P-065, P-066). */
export const fullFiles: Sequence<typeof NAME> = {
  name: NAME,
  text: 'other tests, with all 256 vector registers per wave and register files just large enough for one or two waves',
  chips: CHIP_NAMES,
  claims: [{ ...WAVES_OVERLAP, percent: 20 }],
  faults: [],
  generate,
};

function generate(request: GenerateRequest): Scenario {
  const scenario = pickBase(
    { name: NAME, bases: [slowOwner, stackedQuads, busyExit], chips: CHIP_NAMES },
    request,
  );
  const chip = chipOf(scenario.chip);
  const fields = { 'SPI_SHADER_PGM_RSRC1_PS.VGPRS': ALL_VGPRS[scenario.wave] };
  return {
    ...scenario,
    freedoms: { ...scenario.freedoms, registerRows: getMaxWaveRows(chip), ...request.knobs },
    draws: scenario.draws.map((draw) => ({
      ...draw,
      registers: packRegisters(chip.gfx, fields, draw.registers),
    })),
  };
}
