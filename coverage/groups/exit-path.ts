import {
  type CounterName,
  EXIT_BY_EXPORT,
  WITH_STORES_IN_LOAD_COUNTER,
  WITH_WAVE_IDS,
} from '../../arch/index.js';
import type { MemoryIssued } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { EXIT } from '../collector/wave-facts.js';
import { InFlightCounters } from '../collector/wave-table.js';
import { bin, crossBin, ignoreCross } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, getGenerationBins } from './common.js';

/** Sample values for `way`. */
const WAY = {
  normal: 0,
  earlyReturn: 1,
  discardBefore: 2,
  exitOnly: 3,
  discardAfter: 4,
  combined: 5,
} as const;

/** Bit flags for `accesses`: one for reading ordered memory and one for writing it. */
const ACCESS_BITS: Readonly<Record<MemoryIssued['operation'], number>> = { load: 1, store: 2, atomic: 3 };

/** Each counter's bit in a mask of nonzero counters. Counters split off in GFX12 share the original counter's bit. */
const COUNTER_BITS: Readonly<Record<CounterName, number>> = {
  vm: 1,
  sample: 1,
  bvh: 1,
  vs: 2,
  lgkm: 4,
  km: 4,
  exp: 0,
};

/** How waves leave their ordered section. Sampled when a wave of an interlocked draw ends. */
export const exitPath = covergroup({
  name: 'exit-path',
  version: 4,
  text: 'How waves leave their ordered section.',
  statements: ['S-009', 'S-076', 'S-077', 'S-090', 'S-092'],
  points: {
    generation: generationPoint,
    exit: {
      text: 'What released the younger waves.',
      bins: [
        bin('none', [EXIT.NONE], {
          text: 'the wave ended without entering a section',
          statements: ['S-006', 'S-079'],
        }),
        bin('message', [EXIT.MESSAGE], { statements: ['S-076'] }),
        bin('combined end', [EXIT.COMBINED], { statements: ['S-090'] }),
        bin('done export', [EXIT.DONE_EXPORT], { statements: ['S-092'] }),
      ],
    },
    end: {
      text: 'Where the wave ended: at its normal end, or early, with all lanes discarded.',
      statements: ['S-078'],
      bins: [bin('normal', [0]), bin('discard', [1])],
    },
    way: {
      text: 'How the wave left the section, if it entered one.',
      statements: ['S-006', 'S-077', 'S-078', 'S-079', 'S-090'],
      bins: [
        bin('normal', [WAY.normal], { text: 'exit after the section, normal end' }),
        bin('early return', [WAY.earlyReturn], { text: 'normal end without a section' }),
        bin('discard before', [WAY.discardBefore], { text: 'ended early, before packer write and section' }),
        bin('discard with exit pending', [WAY.exitOnly], { text: 'ended early after exiting, no section' }),
        bin('discard inside or after', [WAY.discardAfter], { text: 'ended early, after entering a section' }),
        bin('combined end', [WAY.combined], { statements: ['S-090'] }),
      ],
    },
    accesses: {
      text: 'What the wave did to ordered memory; atomics count as both.',
      bins: [
        bin('reads only', [1], { statements: ['S-085', 'S-142'] }),
        bin('writes only', [2], { statements: ['S-084'] }),
        bin('both', [3], { statements: ['S-084', 'S-085'] }),
      ],
    },
    awaited: {
      text: 'Counters the exit had to wait for: nonzero after the last memory access before the exit.',
      statements: ['S-083', 'S-086', 'S-093'],
      bins: [
        bin('none', [0], { text: 'no memory access before the exit' }),
        bin('vm', [1]),
        bin('vs', [2]),
        bin('lgkm', [4], { statements: ['S-087'] }),
        bin('several', [3, 5, 6, 7]),
      ],
    },
    outstanding: {
      text: 'Whether memory accesses were outstanding at the exit; only unordered accesses may be.',
      statements: ['S-083'],
      bins: [bin('no', [0]), bin('yes', [1])],
    },
    export: {
      text: 'Whether the last export came before or after the exit.',
      statements: ['S-091'],
      bins: [bin('before exit', [0]), bin('after exit', [1])],
    },
  },
  crosses: [
    {
      text: 'Exits on each generation.',
      of: ['generation', 'exit'],
      bins: [
        ignoreCross(
          'gfx11 has no message',
          { generation: getGenerationBins(EXIT_BY_EXPORT), exit: ['message', 'combined end'] },
          'On GFX11 the last export is the exit (S-092).',
        ),
        ignoreCross(
          'gfx11 waves always exit',
          { generation: getGenerationBins(EXIT_BY_EXPORT), exit: ['none'] },
          'Every wave must issue an export with done; otherwise HANG-04 fires.',
        ),
        ignoreCross(
          'done exports exit on gfx11',
          { generation: getGenerationBins(WITH_WAVE_IDS), exit: ['done export'] },
          'Before GFX11 the exit is a message (S-076).',
        ),
      ],
    },
    {
      text: 'Counters that each exit had to wait for.',
      of: ['exit', 'awaited'],
      bins: [ignoreCross('no exit', { exit: ['none'] }, 'Without an exit there is nothing to wait for.')],
    },
    {
      text: 'Counters on each generation.',
      of: ['generation', 'awaited'],
      bins: [
        ignoreCross(
          'gfx9 has no vs',
          { generation: getGenerationBins(WITH_STORES_IN_LOAD_COUNTER), awaited: ['vs'] },
          'GFX9 counts stores in vm (pops.md 4).',
        ),
      ],
    },
    {
      text: 'How waves leave the section, by outstanding counters (scenarios.md 8, cross 4).',
      of: ['way', 'awaited'],
      bins: [
        crossBin(
          'no section',
          { way: ['early return', 'discard before'] },
          { text: 'On GFX11 the last export is still the exit, regardless of what is outstanding.' },
        ),
        ignoreCross(
          'a section has an access to wait for',
          { way: ['discard inside or after'], awaited: ['none'] },
          'The last access in a section is outstanding just after it is issued.',
        ),
      ],
    },
    {
      text: 'Sections that only read, only write, or do both on each generation.',
      statements: ['S-084', 'S-085', 'S-142'],
      of: ['generation', 'accesses'],
    },
    { text: 'Discards on each generation.', of: ['generation', 'end'] },
  ],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    const inFlight = new InFlightCounters(table, (counter) => COUNTER_BITS[counter]);
    const accessBits = table.column();
    const awaited = table.column();
    const outstandingAtExit = table.column();
    const exportAfterExit = table.column();
    const exportCount = table.column();
    const recordExit = (wave: number): void => {
      outstandingAtExit.set(wave, inFlight.getNonzero(wave) === 0 ? 0 : 1);
    };
    return {
      'memory-issued'({ wave, counter, operation }) {
        if (facts.isOrdered) accessBits.set(wave, accessBits.get(wave) | ACCESS_BITS[operation]);
        inFlight.add(wave, counter, 1);
        if (facts.exit.get(wave) === EXIT.NONE) awaited.set(wave, inFlight.getNonzero(wave));
      },
      'memory-returned'({ wave, counter }) {
        inFlight.add(wave, counter, -1);
      },
      'message-sent'({ wave }) {
        if (facts.exit.get(wave) === EXIT.MESSAGE) recordExit(wave);
      },
      exported({ wave, done }) {
        exportCount.add(wave, 1);
        exportAfterExit.set(wave, facts.exit.get(wave) === EXIT.NONE ? 0 : 1);
        if (done && facts.exit.get(wave) === EXIT.DONE_EXPORT) recordExit(wave);
      },
      'wave-ended'({ wave, pc, by }) {
        if (by === 'halt' || !facts.isInterlocked(wave, test())) return;
        const exit = facts.exit.get(wave);
        const hasMessageExit = exit === EXIT.MESSAGE && exportCount.get(wave) > 0;
        if (exit === EXIT.COMBINED) recordExit(wave);
        values[point.exit] = exit;
        const isEarly = test().draws[facts.draw.get(wave)]?.isEarlyEnd(pc) ?? false;
        values[point.end] = isEarly ? 1 : 0;
        values[point.way] = classifyWay(exit, isEarly, facts.ordered.get(wave) > 0);
        values[point.accesses] = accessBits.get(wave);
        values[point.awaited] = exit === EXIT.NONE ? NOT_SAMPLED : awaited.get(wave);
        values[point.outstanding] = exit === EXIT.NONE ? NOT_SAMPLED : outstandingAtExit.get(wave);
        values[point.export] = hasMessageExit ? exportAfterExit.get(wave) : NOT_SAMPLED;
        sampler.sample();
      },
    };
  },
});

/** Returns the value of `way` for a finished wave. */
function classifyWay(exit: number, isEarly: boolean, hasSection: boolean): number {
  if (exit === EXIT.COMBINED) return WAY.combined;
  if (!isEarly) return hasSection || exit === EXIT.MESSAGE ? WAY.normal : WAY.earlyReturn;
  if (hasSection) return WAY.discardAfter;
  return exit === EXIT.NONE ? WAY.discardBefore : WAY.exitOnly;
}
