import { setting } from '../../transactions/index.js';
import { haveWideEffects } from '../fault-reach.js';
import { selectedPacker } from '../sq/hwreg.js';
import type { Units } from '../units.js';
import type { Wave } from '../wave.js';

const WAKE_ENGINE = setting('wakeAll', 'engine');

/** Returns the packer whose exiting id a wave polls: its own unless it has selected another. */
export function getPolledPacker({ context, sequencer }: Units, wave: Wave): number {
  return sequencer.entry.getTracker(selectedPacker(context.facts, wave.state.hw))?.packer ?? wave.packer;
}

/**
 * Whether an exit from a packer may wake a wave. It may wake the waves that poll the packer's exiting id, or every wave
 * if exits wake all waves or a fault has wide effects.
 */
export function mayWake(units: Units, packer: number, wave: Wave): boolean {
  const { freedoms, scenario } = units.context;
  return (
    haveWideEffects(scenario.faults) ||
    freedoms.wakeAll === WAKE_ENGINE ||
    getPolledPacker(units, wave) === packer
  );
}

/** Returns the running waves that may, once released, change where one of the waiting waves is placed. */
export function findReleasers({ context, launcher }: Units, waiting: readonly Wave[]): readonly Wave[] {
  const mayAffectAll = haveWideEffects(context.scenario.faults);
  const homes = waiting.map((wave) => (mayAffectAll ? undefined : launcher.findHomeProcessor(wave)));
  return launcher.running.filter(
    (wave) => wave !== undefined && homes.some((wgp) => wgp === undefined || wgp === wave.place.wgp),
  ) as readonly Wave[];
}
