import { getWaveName, type Handlers, type Judge, type Ledgers } from '../../kit.js';

/** A transaction in which a wave releases its slot. */
interface Release {
  readonly wave: number;
  readonly cycle: number;
  readonly slot: number;
}

/**
 * Implements LAUNCH-01 for released slots: a wave releases its own slot, once. Releasing a different slot, or its
 * own twice, takes a slot away from another wave.
 */
export function checkFalseReleases(ledgers: Ledgers, judge: Judge): Handlers {
  /** The slot of each wave that has one. */
  const slots = new Map<number, number>();
  let reportsSlots = false;

  const recordSlot = ({ wave, slot }: { readonly wave: number; readonly slot: number }): void => {
    reportsSlots = true;
    slots.set(wave, slot);
  };

  const checkRelease = ({ wave, cycle, slot }: Release): void => {
    const heldSlot = slots.get(wave);
    slots.delete(wave);
    if (!reportsSlots || heldSlot === slot) return;
    if ((ledgers.waves.find(wave) ?? ledgers.background.find(wave)) === undefined) return;
    const name = getWaveName(ledgers, wave);
    if (judge.fires())
      judge.reportAt(wave, cycle, {
        unit: 'spi',
        allowed:
          heldSlot === undefined
            ? `${name} holds no slot, so it releases none.`
            : `${name} releases wave slot ${heldSlot}, which it holds.`,
        observed: `It releases wave slot ${slot}.`,
        hint: 'Check what triggers the release of resources, how often, and which slot it specifies.',
      });
  };

  return {
    'wave-launched': recordSlot,
    'background-allocated': recordSlot,
    'resource-released': checkRelease,
    'background-released': checkRelease,
  };
}
