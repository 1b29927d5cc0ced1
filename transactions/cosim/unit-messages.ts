import { type CosimMessage, type CosimTraits, type DesignUnit, design, host } from './message-rows.js';

const TRACKERS: readonly DesignUnit[] = ['exit-tracker', 'overlap-to-exit'];
const OVERLAP: CosimTraits = { units: ['overlap-to-exit'] };
const LAUNCH: CosimTraits = { units: ['packer-to-launch'] };
const PACKER = { cycle: 'cycle of the event', packer: 'number of the packer, from 0' };
/** The fields shared by all messages about a wave, with their meanings. */
export const WAVE_FIELDS = { ...PACKER, id: 'id of the wave in its packer' };
/** Describes a mask field, which holds two pixels of a quad. */
const mask = (pixels: string): string =>
  `the samples covered in ${pixels}: 16 bits per pixel, left pixel in the low half; only bit 0 is used when samples are not tracked separately`;

/** The messages at the boundaries of the units. */
export const UNIT_MESSAGES: readonly CosimMessage[] = [
  host('formed', WAVE_FIELDS, 'A wave was formed. The ids of a packer are consecutive, and wrap.', {
    units: ['exit-tracker'],
    causesNoStep: true,
  }),
  host(
    'covers',
    {
      ...PACKER,
      x: 'column of its left pixels, even',
      y: 'row of its upper pixels, even',
      mask01: mask('the upper two pixels'),
      mask23: mask('the lower two pixels'),
    },
    'The wave that is being packed covers these samples of a quad of 2 by 2 pixels.',
    { ...OVERLAP, causesNoStep: true, usesCredits: true },
  ),
  host(
    'completed',
    {
      ...WAVE_FIELDS,
      layers:
        '1 if quads of the wave overlap one another, so that the wave always reports an overlap; otherwise 0',
    },
    'The wave is complete: it has all quads that the packer packed since the previous wave. It counts as formed once the design has sent `described` for it; until then, the packer does not close another wave. The ids of a packer are consecutive, and wrap.',
    OVERLAP,
  ),
  host(
    'exit',
    WAVE_FIELDS,
    'The exit of a wave reaches the tracker: its message, or its export with `done`. Exits arrive in any order.',
    { units: TRACKERS, usesCredits: true },
  ),
  host(
    'packed',
    PACKER,
    'The packer has completed a wave, which is waiting for its id. The packer does not start another until this one gets its id.',
    { ...LAUNCH, usesCredits: true },
  ),
  host(
    'window',
    { ...PACKER, id: 'oldest id that may still be in use' },
    'Older ids are free again. Before the first one, `id_start` is the oldest.',
    LAUNCH,
  ),
  host('launched', WAVE_FIELDS, 'An offered wave has started.', LAUNCH),
  design(
    'meets',
    { ...WAVE_FIELDS, older: 'id of an older wave of the packer' },
    'The completed wave overlaps this older one, which has not exited. Precedes `described`.',
    OVERLAP,
  ),
  design(
    'described',
    {
      ...WAVE_FIELDS,
      overlap: '1 if the wave reports an overlap, otherwise 0',
      newest:
        'the id of the newest wave that it overlaps, or its own id if there is none; one less if `newest_one_too_few` is set and that id is larger than its own',
    },
    'All older waves that the completed wave overlaps have been reported.',
    { ...OVERLAP, usesCredits: true },
  ),
  design(
    'exited',
    {
      ...PACKER,
      id: 'the id of the wave itself; in `section-exit` of a trace, on GFX10.3 and earlier, the oldest that has not exited',
    },
    'The exit of the wave has been counted. If `exits_by_export` is 0, exits are counted in the order of the ids: each one only after all older waves have exited.',
    { units: TRACKERS, usesCredits: true },
  ),
  design(
    'visible',
    { ...PACKER, id: 'the exiting id: the wave that exits next' },
    'From this cycle on, polls of the packer read this id. Sent only if `exits_by_export` is 0.',
    { units: TRACKERS, usesCredits: true },
  ),
  design(
    'numbered',
    { ...PACKER, id: 'its id: the one after the id of the previous wave' },
    'The wave that waits for its id is formed with this id, which is at most `id_window` after the oldest one in use.',
    { ...LAUNCH, usesCredits: true },
  ),
  design(
    'offered',
    WAVE_FIELDS,
    'The wave may start. It is the next wave of its packer that has not been offered yet.',
    { ...LAUNCH, usesCredits: true },
  ),
];

const TRACKER =
  'The host forwards exits from waves to the tracker, and answers polls with the id of the last `visible` (or `id_start` if there has been none). An id is free for a new wave once `visible` has moved past it; on GFX11, once it has exited.';

/** Describes what each unit contains, and how the host interacts with it. */
export const UNIT_BOUNDARIES: Readonly<Record<DesignUnit, string>> = {
  'exit-tracker': `The exit trackers of all packers (\`rtl-model/spi/exit-tracker.ts\`). Waves are formed by the host. ${TRACKER}`,
  'overlap-to-exit': `Overlap detection, the overlap table and the exit trackers (\`rtl-model/db\`, \`rtl-model/spi/exit-tracker.ts\`): everything from the packed quads to the exits of their waves. ${TRACKER} A design that limits \`covers\` stalls the packer just like a full table; a coarse quad sends up to 16 of them at once, so the limit must reach 16 whenever nothing is in progress. The host's packer still finds quads that overlap within its open wave, and drains if the registers request it.`,
  'packer-to-launch':
    'The path from a packed wave to its launch: ids, the id window and the queue of each packer (`rtl-model/sc/packer.ts`, `rtl-model/spi/launcher.ts`). The host packs quads. It starts the offered waves of a packer in the order offered, when slots and registers are free.',
};
