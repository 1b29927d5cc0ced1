import type { Judge } from '../findings/judge.js';
import { waveStory } from '../findings/wave-story.js';
import { pcName, waveName, wavePlace } from '../findings/wording.js';
import type { AccessRecord } from '../ledger/access-record.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { RuleCheck } from '../rule.js';

/**
 * Invariant: a wave issues its ordered accesses between the end of its entry wait and its exit (S-008, S-094). The wait
 * has ended with a poll of its own packer whose id satisfies the generation's compare, or with the event wait on
 * GFX11; before GFX11 a wave without overlap needs none.
 */
export function createRace03(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { accesses, entries } = ledgers;
  return {
    on: {
      'memory-issued': () => {
        const access = accesses.current;
        if (access === undefined || !access.ordered) return;
        judge.armed++;
        if (!entries.mayEnter(access.wave)) report(ledgers, judge, access, 'before its entry wait has ended');
        else if (access.wave.exits > 0) report(ledgers, judge, access, 'after its exit');
      },
    },
  };
}

function report(ledgers: Ledgers, judge: Judge, access: AccessRecord, when: string): void {
  const { wave, pc, cycle, operation } = access;
  const early = wave.exits === 0;
  judge.violate(() => ({
    cycle,
    unit: 'program',
    place: wavePlace(ledgers, wave, pc),
    allowed: `${waveName(wave)} accesses ordered memory only between the end of its entry wait and its exit.`,
    observed: `It issues an ordered ${operation} at ${pcName(ledgers, wave, pc)} ${when}.`,
    steps: [
      ...waveStory(ledgers, wave),
      `cycle ${cycle}: ordered ${operation} at ${pcName(ledgers, wave, pc)}`,
    ],
    hint: early
      ? 'Look at whether the access was moved above the wait, and at the compare that leaves the wait.'
      : 'Look at whether the access was moved below the exit, and at where the exit is sent.',
  }));
}
