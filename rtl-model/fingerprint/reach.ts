import { setting } from '../../transactions/index.js';
import { haveWideEffects } from '../fault-reach.js';
import { selectedPacker } from '../sq/hwreg.js';
import type { Units } from '../units.js';
import type { Wave } from '../wave.js';

const WAKE_ENGINE = setting('wakeAll', 'engine');

/** Returns the packer whose exiting id a wave polls: the wave's own, unless the wave has selected another. */
export function getPolledPacker({ context, sequencer }: Units, wave: Wave): number {
  return sequencer.entry.getTracker(selectedPacker(context.facts, wave.state.hw))?.packer ?? wave.packer;
}

/**
 * Whether an exit from a packer may wake a wave. This is the case if the wave polls that packer's exiting id, if exits
 * wake every wave, or if a fault may change which waves an exit wakes.
 */
export function mayWake(units: Units, packer: number, wave: Wave): boolean {
  const { freedoms, scenario } = units.context;
  return (
    haveWideEffects(scenario.faults) ||
    freedoms.wakeAll === WAKE_ENGINE ||
    getPolledPacker(units, wave) === packer
  );
}

/** Returns the running waves whose release of resources may affect where a waiting wave is placed. */
export function findReleasers(units: Units, waiting: readonly Wave[]): readonly Wave[] {
  const mayAffectAll = haveWideEffects(units.context.scenario.faults);
  const homes = waiting.map((wave) => (mayAffectAll ? undefined : units.launcher.findHomeProcessor(wave)));
  return units.launcher.running.filter(
    (wave) => wave !== undefined && homes.some((wgp) => wgp === undefined || wgp === wave.place.wgp),
  ) as readonly Wave[];
}
