import {
  findWaitLinks,
  formatCycleItems,
  formatSectionNote,
  formatWaveNote,
  getWaveLetter,
  UNICODE_GLYPHS,
  type WaitLink,
} from '../../../failures/picture/index.js';
import { extractWaveLifetime, type WaveLifetime } from '../../../failures/timeline/index.js';
import { type Html, h } from '../../../harness/page/index.js';
import type { Witness } from '../../../harness/records/index.js';
import type { Scenario, Violation } from '../../../transactions/index.js';
import { collapsed, list } from '../parts.js';
import { drawPixelMap } from './pixel-map.js';
import { drawTimeline, getLegend } from './timeline.js';

/** Width of the wide timeline in pixels. The page shows whichever timeline fits. */
const WIDE_WIDTH = 820;
/** Width of the narrow timeline in pixels. */
const NARROW_WIDTH = 330;
/** Number of boxes to show at each end of a long wait chain. */
const BOXES_PER_END = 3;

/** Draws a violation: the wait chain if it is a hang, the pixels involved, and the waves on a shared timeline. */
export function drawViolationSvg(scenario: Scenario, { violation, waves, transactions }: Witness): Html[] {
  const lifetimes = waves.map((wave) => extractWaveLifetime(scenario, transactions, wave));
  const map = drawPixelMap(lifetimes, violation.place);
  const waveNotes = lifetimes.map((life, i) => formatWaveNote(life, i, scenario));
  const sectionNote = lifetimes.length === 2 ? formatSectionNote(lifetimes, violation.rule) : undefined;
  const notes = [...waveNotes, ...(map?.notes ?? []), ...(sectionNote === undefined ? [] : [sectionNote])];
  return [
    ...drawWaitBoxes(violation),
    h(
      'figure',
      { class: 'drawing' },
      h('div', { class: 'side-by-side' }, ...(map === undefined ? [] : [map.svg]), h('div', {}, list(notes))),
      ...(lifetimes.length === 0 ? [] : drawTimelines(lifetimes, violation)),
    ),
  ];
}

function drawTimelines(lifetimes: readonly WaveLifetime[], violation: Violation): Html[] {
  const symbols = getLegend(lifetimes).map(([symbol, text]) => h('li', {}, h('b', {}, symbol), ` ${text}`));
  const cycles = lifetimes.map((life, i) =>
    h('li', {}, `${getWaveLetter(i)}: ${formatCycleItems(life, UNICODE_GLYPHS).join(', ')}`),
  );
  return [
    h('div', { class: 'wide' }, drawTimeline(lifetimes, violation, WIDE_WIDTH)),
    h('div', { class: 'narrow' }, drawTimeline(lifetimes, violation, NARROW_WIDTH)),
    h('ul', { class: 'chips legend' }, symbols),
    collapsed('Exact cycles', h('ul', {}, cycles)),
  ];
}

/** Draws a hang's wait chain, with one box per waiter. */
function drawWaitBoxes(violation: Violation): Html[] {
  const { links, closing } = findWaitLinks(violation);
  if (links.length === 0) return [];
  const renderBox = ({ waiter, reason }: WaitLink): Html =>
    h('li', {}, h('strong', {}, waiter), ` ${reason}`);
  const hidden = links.length - 2 * BOXES_PER_END;
  const boxes =
    hidden <= 1
      ? links.map(renderBox)
      : [
          ...links.slice(0, BOXES_PER_END).map(renderBox),
          h('li', {}, `${hidden} more (see the witness)`),
          ...links.slice(-BOXES_PER_END).map(renderBox),
        ];
  return [
    h(
      'ol',
      { class: 'waits', 'aria-label': 'Wait chain' },
      ...boxes,
      ...(closing === undefined ? [] : [h('li', { class: 'bad' }, closing)]),
    ),
  ];
}
