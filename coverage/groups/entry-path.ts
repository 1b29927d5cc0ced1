import {
  EXIT_BY_EXPORT,
  factsOf,
  getPackerMask,
  type PackerField,
  WITH_WAVE_IDS,
  WITHOUT_EARLY_WAKEUPS,
} from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import type { WaveFacts } from '../collector/wave-facts.js';
import { bin, ignoreCross, illegalCross, labelBins, stepRanges } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, getGenerationBins } from './common.js';
import { classifyEntryPath, ENTRY_PATHS, EVENT_PATHS, ID_PATHS } from './entry-path-bins.js';

const ANSWERS = [
  'told no',
  'told yes, overlaps',
  'told yes, overlaps nothing',
  'told yes, overlaps itself',
] as const;
const [, ...TOLD_YES] = ANSWERS;

const forbidEarlyWakeups = (name: string) =>
  illegalCross(
    name,
    { generation: getGenerationBins(WITHOUT_EARLY_WAKEUPS), path: ['slept, woken by exit'] },
    'Exits wake sleeping waves only on GFX10 and later.',
    ['S-048'],
  );

/** How waves enter their ordered section. Sampled when a wave of an interlocked draw ends. */
export const entryPath = covergroup({
  name: 'entry-path',
  version: 4,
  text: 'How waves wait before their ordered section.',
  statements: ['S-008', 'S-010', 'S-046', 'S-048', 'S-054'],
  points: {
    generation: generationPoint,
    path: { text: 'What the wave did before it could enter.', bins: [...ENTRY_PATHS] },
    ids: {
      text: 'Number of different exiting ids the wave polled before it could enter.',
      statements: ['S-044'],
      bins: stepRanges([1, 2, 3, 5, 9]),
    },
    sleeps: {
      text: 'Whether a polling wave slept. The model parks polling loops, so it does not count sleeps.',
      statements: ['S-046'],
      bins: [bin('none', [0]), bin('some', [[1, 0x7fffffff]])],
    },
    wait: {
      text: 'Cycles from the first poll (GFX11: from the launch) until the wave could enter.',
      bins: stepRanges([0, 1, 32, 128, 512, 4096]),
    },
    packer: {
      text: 'Whether the wave set its packer.',
      statements: ['S-023', 'S-024', 'S-080'],
      bins: [bin('not set', [0]), bin('set', [1])],
    },
    overlaps: { text: 'Whether the wave overlaps an older one.', bins: [bin('no', [0]), bin('yes', [1])] },
    answer: {
      text: 'Reported and actual overlap. The latter is unknown for conservative answers that list waves.',
      statements: ['S-013', 'S-021', 'S-022'],
      bins: labelBins(ANSWERS),
    },
    section: {
      text: 'Whether the wave reached ordered memory.',
      statements: ['S-006', 'S-022'],
      bins: labelBins(['not entered', 'entered']),
    },
    distance: {
      text: "Distance between an overlapping wave's id and its newest overlapped id.",
      statements: ['S-016', 'S-035'],
      bins: stepRanges([1, 2, 4, 16, 128]),
    },
    wrap: {
      text: 'Whether the ids wrapped after the overlapped wave was formed.',
      statements: ['S-033', 'S-037'],
      bins: labelBins(['no wrap', 'wrap between']),
    },
    writes: {
      text: 'Number of times the wave wrote the packer register.',
      statements: ['S-010', 'S-024'],
      bins: [bin('1', [1]), bin('2+', [[2, 0x7fffffff]], { statements: ['S-052'] })],
    },
    waits: {
      text: 'Number of polling loops the wave got through, each with a different exiting id.',
      statements: ['S-050'],
      bins: [bin('1', [1]), bin('2+', [[2, 0x7fffffff]], { statements: ['S-051', 'S-053'] })],
    },
    events: {
      text: 'Number of event waits the wave got through.',
      statements: ['S-050'],
      bins: [bin('1', [1]), bin('2+', [[2, 0x7fffffff]], { statements: ['S-057'] })],
    },
  },
  crosses: [
    {
      text: 'Entry paths on each generation.',
      of: ['generation', 'path'],
      bins: [
        ignoreCross(
          'gfx11 polls no ids',
          { generation: getGenerationBins(EXIT_BY_EXPORT), path: ID_PATHS },
          'On GFX11, waves have no ids (S-054).',
        ),
        ignoreCross(
          'events are of gfx11',
          { generation: getGenerationBins(WITH_WAVE_IDS), path: EVENT_PATHS },
          'The export-ready wait was introduced in GFX11 (S-054).',
        ),
        forbidEarlyWakeups('gfx9 woken by an exit'),
      ],
    },
    {
      text: 'Whether the packer was set, with and without overlap, on generations with ids.',
      of: ['overlaps', 'packer'],
    },
    {
      text: 'Whether the section was entered, and whether the packer was set, for each answer (scenarios.md 8, cross 7).',
      of: ['answer', 'section', 'packer'],
      bins: [
        ignoreCross(
          'entered without packer',
          { answer: TOLD_YES, section: ['entered'], packer: ['not set'] },
          'An overlapping wave must set its packer first; otherwise PROTO-04 and RACE-03 fire.',
        ),
      ],
    },
    {
      text: 'Entry paths by overlap distance and wrap, on each generation with ids.',
      of: ['generation', 'path', 'distance', 'wrap'],
      bins: [
        ignoreCross(
          'without ids or overlap there is no distance',
          { path: ['no overlap, no wait', ...EVENT_PATHS] },
          'Only waves reported as overlapping have a distance.',
        ),
        ignoreCross(
          'gfx11 tells no distance',
          { generation: getGenerationBins(EXIT_BY_EXPORT) },
          'On GFX11, waves have no ids (S-054).',
        ),
        forbidEarlyWakeups('gfx9 woken by an exit after any distance'),
      ],
    },
  ],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    const steps = {
      polls: table.column(),
      sleeps: table.column(),
      wakesByExit: table.column(),
      eventWaits: table.column(),
    };
    const packerSet = table.column();
    const packerWrites = table.column();
    const passCounts = table.column();
    const waitStart = table.column();
    const waitEnd = table.column();
    return {
      'wave-launched'({ wave, cycle }) {
        waitStart.set(wave, cycle);
      },
      'hwreg-written'({ wave, register, offset, size, value }) {
        const { packerField } = factsOf(test().gfx);
        if (packerField?.register !== register || !touchesField(packerField, offset, size)) return;
        packerSet.set(wave, enablesPacker(packerField, value) ? 1 : 0);
        packerWrites.add(wave, 1);
      },
      'exiting-id-polled'({ wave, cycle, id }) {
        if (passCounts.get(wave) === 0) {
          if (steps.polls.get(wave) === 0) waitStart.set(wave, cycle);
          waitEnd.set(wave, cycle);
          steps.polls.add(wave, 1);
        }
        if (facts.isAdmittedBy(wave, id, test())) passCounts.add(wave, 1);
      },
      slept({ wave }) {
        if (passCounts.get(wave) === 0) steps.sleeps.add(wave, 1);
      },
      woken({ wave, by }) {
        if (by === 'exit' && passCounts.get(wave) === 0) steps.wakesByExit.add(wave, 1);
      },
      'event-wait-done'({ wave, cycle }) {
        if (steps.eventWaits.get(wave) === 0) waitEnd.set(wave, cycle);
        steps.eventWaits.add(wave, 1);
      },
      'wave-ended'({ wave }) {
        if (!facts.isInterlocked(wave, test())) return;
        const { hasWaveIds } = test();
        const polls = steps.polls.get(wave);
        const overlaps = facts.overlaps.get(wave);
        const hasWaited = polls > 0 || steps.eventWaits.get(wave) > 0;
        values[point.path] = classifyEntryPath(wave, steps, overlaps, hasWaveIds);
        values[point.ids] = polls > 0 ? polls : NOT_SAMPLED;
        values[point.sleeps] = polls > 0 ? steps.sleeps.get(wave) : NOT_SAMPLED;
        values[point.wait] = hasWaited ? waitEnd.get(wave) - waitStart.get(wave) : NOT_SAMPLED;
        values[point.packer] = hasWaveIds ? packerSet.get(wave) : NOT_SAMPLED;
        values[point.overlaps] = overlaps;
        values[point.answer] = hasWaveIds ? getAnswer(facts, wave, overlaps) : NOT_SAMPLED;
        values[point.section] = facts.ordered.get(wave) > 0 ? 1 : 0;
        const isReported = hasWaveIds && overlaps > 0;
        values[point.distance] = isReported ? facts.getIdDistance(wave, test()) : NOT_SAMPLED;
        values[point.wrap] = isReported ? (facts.newest.get(wave) > facts.id.get(wave) ? 1 : 0) : NOT_SAMPLED;
        values[point.writes] = countOrNotSampled(packerWrites.get(wave));
        values[point.waits] = countOrNotSampled(passCounts.get(wave));
        values[point.events] = countOrNotSampled(steps.eventWaits.get(wave));
        sampler.sample();
      },
    };
  },
});

/**
 * Returns the index into `ANSWERS`. A conservative answer that lists waves is not sampled, since it does not say which
 * of them overlap.
 */
function getAnswer(facts: WaveFacts, wave: number, overlaps: number): number {
  if (overlaps === 0) return 0;
  if (facts.overlapped.get(wave) === 0) return facts.layered.get(wave) === 1 ? 3 : 2;
  return facts.conservative.get(wave) === 0 ? 1 : NOT_SAMPLED;
}

/** Returns the count, or `NOT_SAMPLED` if it is zero. */
function countOrNotSampled(count: number): number {
  return count > 0 ? count : NOT_SAMPLED;
}

/** Returns whether a write to the given register bits touches the packer field. */
function touchesField({ low, bits }: PackerField, offset: number, size: number): boolean {
  return offset < low + bits && offset + size > low;
}

function enablesPacker(field: PackerField, value: number): boolean {
  return field.encoding === 'one-hot'
    ? (value & getPackerMask(field)) !== 0
    : ((value >>> field.low) & 1) === 1;
}
