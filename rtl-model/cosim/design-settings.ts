import { COSIM_SETTINGS, type CosimSetting, DESIGN_UNITS, type Design } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';

/** The length of the "gfx" prefix in a generation's name. */
const GFX_PREFIX = 3;

/** Formats the `set` lines that configure a design for the test. */
export function formatSettings(
  context: DeviceContext,
  { unit, seed, markCycle = -1 }: Design,
): readonly string[] {
  const { freedoms, facts, gfx } = context;
  const values: Readonly<Record<CosimSetting, number>> = {
    unit: DESIGN_UNITS.indexOf(unit) + 1,
    generation: Math.round(Number(gfx.slice(GFX_PREFIX)) * 10),
    exits_by_export: facts.exitsByExport ? 1 : 0,
    packers: freedoms.packers,
    id_start: freedoms.idStart,
    id_wrap: freedoms.idWrap,
    id_window: freedoms.idWindow,
    visible_least: freedoms.exitVisibleLatency[0],
    visible_most: freedoms.exitVisibleLatency[1],
    newest_one_too_few: facts.newestIdOffByOne ? 1 : 0,
    overlap_entries: freedoms.overlapEntries,
    seed,
    mark_cycle: markCycle,
  };
  return COSIM_SETTINGS.map(({ name }) => `set ${name} ${values[name]}`);
}
