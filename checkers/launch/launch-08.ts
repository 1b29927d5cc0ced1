import { groupsOf, type MemoryObject, wavesPerGroup } from '../../transactions/index.js';
import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import { runBackground } from '../reference/background.js';
import type { RuleCheck } from '../rule.js';

/** Final words of an object that background waves write, and when they were dumped. */
interface Dump {
  readonly cycle: number;
  readonly words: Int32Array;
}

/**
 * Invariant: the memory that background waves write ends as their programs give it, executed alone with the vertices,
 * threads and groups of their work; a wave that meets another's registers, local data or barrier gives something else
 * (P-023, P-051, P-053, P-068). Judged only when all of them ended.
 */
export function createLaunch08({ scenario }: Ledgers, judge: Judge): RuleCheck {
  const { background, memory } = scenario;
  if (background === undefined) return { on: {} };
  const dumps = new Map<string, Dump>();
  const running = new Set<number>();
  let ended = 0;

  const compare = (object: MemoryObject, expected: Int32Array, { cycle, words }: Dump): void => {
    for (let word = 0; word < object.bytes >> 2; word++) {
      judge.armed++;
      if (words[word] === expected[word]) continue;
      judge.violate(() => describe(object, word, cycle, expected[word], words[word]));
    }
  };

  return {
    on: {
      'background-formed': (t) => {
        running.add(t.wave);
      },
      'wave-ended': (t) => {
        if (running.delete(t.wave) && t.by !== 'halt') ended++;
      },
      'memory-dumped': (t) => {
        if (background.outputs.includes(t.object))
          dumps.set(t.object, { cycle: t.cycle, words: t.words.slice() });
      },
    },
    finish: () => {
      const waves = background.works.reduce(
        (sum, work) => sum + groupsOf(work, scenario.wave) * wavesPerGroup(work, scenario.wave),
        0,
      );
      const absent = background.outputs.find((name) => !dumps.has(name));
      if (ended < waves) judge.missing = 'the end of every background wave';
      else if (absent !== undefined) judge.missing = `memory-dumped of ${absent}`;
      if (judge.missing !== undefined) return;
      const reference = runBackground(scenario);
      if (reference.kind === 'unknown') {
        judge.missing = reference.why;
        return;
      }
      for (const [index, object] of memory.entries()) {
        const dump = dumps.get(object.name);
        if (dump !== undefined) compare(object, reference.words[index], dump);
      }
    },
  };
}

function describe(object: MemoryObject, word: number, cycle: number, expected: number, observed: number) {
  const hex = (value: number): string => `0x${(value >>> 0).toString(16).padStart(8, '0')}`;
  const address = (object.address + 4 * word).toString(16);
  return {
    cycle,
    unit: 'spi' as const,
    place: {},
    allowed: `Word ${word} of ${object.name} (address 0x${address}) ends as ${hex(expected)}.`,
    observed: `It ends as ${hex(observed)}.`,
    steps: [],
    hint: 'Look at the registers that background waves start with, at barriers, and at who shares their registers and local data.',
  };
}
