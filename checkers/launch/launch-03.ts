import type { Judge } from '../findings/judge.js';
import { counted, waveName, wavePlace } from '../findings/wording.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';
import { LaunchNeeds } from './launch-need.js';

/** Launch controllers of an engine (P-071). */
const CONTROLLERS = 2;

/**
 * Invariant: at most one wave starts in a cycle; each of the two launch controllers loads one wave at a time, no faster
 * than its rates; no instruction is issued before its wave is loaded (P-068 to P-076).
 */
export function createLaunch03(ledgers: Ledgers, judge: Judge): RuleCheck {
  const needs = new LaunchNeeds(ledgers);
  const loadedAt = new Map<WaveRecord, number>();
  const busyUntil = new Array<number>(CONTROLLERS).fill(NEVER);
  let lastLaunch = NEVER;

  const violate = (wave: WaveRecord, cycle: number, allowed: string, observed: string): void =>
    judge.violate(() => ({
      cycle,
      unit: 'spi',
      place: wavePlace(ledgers, wave),
      allowed,
      observed,
      steps: [`cycle ${wave.formedCycle}: formed`, `cycle ${wave.launchedCycle}: launched`],
      hint: 'Look at the launch controllers: who says that one is free, and what a load takes.',
    }));

  return {
    on: {
      'wave-launched': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined) return;
        judge.armed++;
        const least = needs.loadCyclesOf(wave);
        const { cycle, controller } = t;
        if (cycle === lastLaunch) {
          violate(
            wave,
            cycle,
            'One wave starts in a cycle.',
            `${waveName(wave)} is the second one of cycle ${cycle}.`,
          );
        } else if (controller < 0 || controller >= CONTROLLERS) {
          violate(
            wave,
            cycle,
            `Controllers are 0 to ${CONTROLLERS - 1}.`,
            `Controller ${controller} starts ${waveName(wave)}.`,
          );
        } else if (cycle < busyUntil[controller]) {
          violate(
            wave,
            cycle,
            `Controller ${controller} loads until cycle ${busyUntil[controller]}.`,
            `It starts ${waveName(wave)} before.`,
          );
        } else if (t.loadCycles < least) {
          violate(
            wave,
            cycle,
            `Loading takes ${counted(least, 'cycle', 'cycles')} at least.`,
            `${waveName(wave)} is loaded in ${t.loadCycles}.`,
          );
        }
        lastLaunch = cycle;
        busyUntil[controller] = cycle + t.loadCycles;
        loadedAt.set(wave, cycle + t.loadCycles);
      },
      'instructions-issued': (t) => {
        if (loadedAt.size === 0) return;
        const wave = ledgers.waves.find(t.wave);
        const loaded = wave === undefined ? undefined : loadedAt.get(wave);
        if (wave === undefined || loaded === undefined) return;
        loadedAt.delete(wave);
        if (t.cycle >= loaded) return;
        violate(
          wave,
          t.cycle,
          `Its registers are loaded in cycle ${loaded}.`,
          `${waveName(wave)} issues an instruction in cycle ${t.cycle}.`,
        );
      },
    },
  };
}
