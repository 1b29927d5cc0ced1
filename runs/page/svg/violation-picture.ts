import { type Html, h } from '../../../base/page/index.js';
import {
  cycleItems,
  letterOf,
  sectionsNote,
  UNICODE_GLYPHS,
  type WaitLink,
  waitLinks,
  waveNote,
} from '../../../failures/picture/index.js';
import type { Witness } from '../../../harness/records/index.js';
import { type WaveLife, waveLife } from '../../../timeline/index.js';
import type { Scenario, Violation } from '../../../transactions/index.js';
import { list } from '../parts.js';
import { pixelMapSvg } from './pixel-map.js';
import { legendOf, timeLineSvg } from './time-line.js';

/** The width of the wide timeline in pixels. The page shows whichever one fits. */
const WIDE = 820;
/** The width of the narrow timeline in pixels. */
const NARROW = 330;
/** The number of boxes to show at each end of a long wait chain. */
const ENDS_SHOWN = 3;

/** Draws a violation: the wait chain of a hang, the pixels involved, and the waves on one timeline. */
export function drawnViolation(scenario: Scenario, { violation, waves, transactions }: Witness): Html[] {
  const lives = waves.map((wave) => waveLife(scenario, transactions, wave));
  const map = pixelMapSvg(lives, violation.place);
  const names = lives.map((life, i) => waveNote(life, i, scenario));
  const sections = lives.length === 2 ? sectionsNote(lives, violation.rule) : undefined;
  return [
    ...waitBoxes(violation),
    h(
      'figure',
      { class: 'drawing' },
      h(
        'div',
        { class: 'beside' },
        ...(map === undefined ? [] : [map.svg]),
        h('div', {}, list([...names, ...(map?.notes ?? []), ...(sections === undefined ? [] : [sections])])),
      ),
      ...(lives.length === 0 ? [] : timeLines(lives, violation)),
    ),
  ];
}

function timeLines(lives: readonly WaveLife[], violation: Violation): Html[] {
  const symbols = legendOf(lives).map(([symbol, text]) => h('li', {}, h('b', {}, symbol), ` ${text}`));
  const cycles = lives.map((life, i) =>
    h('li', {}, `${letterOf(i)}: ${cycleItems(life, UNICODE_GLYPHS).join(', ')}`),
  );
  return [
    h('div', { class: 'wide' }, timeLineSvg(lives, violation, WIDE)),
    h('div', { class: 'narrow' }, timeLineSvg(lives, violation, NARROW)),
    h('ul', { class: 'chips legend' }, symbols),
    h('details', {}, h('summary', {}, 'Exact cycles'), h('ul', {}, cycles)),
  ];
}

/** Draws who waits for whom, with one box per waiter. */
function waitBoxes(violation: Violation): Html[] {
  const { links, closing } = waitLinks(violation);
  if (links.length === 0) return [];
  const boxOf = ({ party, reason }: WaitLink): Html => h('li', {}, h('strong', {}, party), ` ${reason}`);
  const hidden = links.length - 2 * ENDS_SHOWN;
  const boxes =
    hidden <= 1
      ? links.map(boxOf)
      : [
          ...links.slice(0, ENDS_SHOWN).map(boxOf),
          h('li', {}, `${hidden} more, all of them in the witness`),
          ...links.slice(-ENDS_SHOWN).map(boxOf),
        ];
  return [
    h(
      'ol',
      { class: 'waits', 'aria-label': 'Who waits for whom' },
      ...boxes,
      ...(closing === undefined ? [] : [h('li', { class: 'bad' }, closing)]),
    ),
  ];
}
