import type { RunTimeline, WaveTimeline } from '../../timeline/run-timeline.js';
import { getWaveSnapshot } from '../../timeline/snapshots.js';
import { getMarkCycle, type MarkKind } from '../../timeline/wave-life.js';
import type { ProgramListing } from '../viewer-data.js';
import { byId, el, type KeyedElement, makeMissingDataNote, showKeyed, showText, toHex } from './dom.js';
import type { ViewerState } from './viewer-state.js';

const LIFETIME_EVENTS: readonly (readonly [name: string, kind: MarkKind])[] = [
  ['formed', 'formed'],
  ['launched', 'launched'],
  ['entry', 'entry'],
  ['exit sent', 'exit-sent'],
  ['exit counted', 'exit-counted'],
  ['exit visible', 'exit-visible'],
  ['ended', 'ended'],
];

/** Shows the selected wave's facts at the cursor, and its program with the current position marked. */
export function showWave(state: ViewerState): void {
  const facts = byId('wave');
  const code = byId('program');
  const [name, list] = [el('p', { class: 'quiet' }), el('ol')];
  let lastShown: Element | null = null;
  state.onChange(() => {
    facts.replaceChildren(...renderFacts(state));
    const shown = findShownProgram(state);
    if (shown === undefined) {
      code.replaceChildren(makeMissingDataNote('formed wave with a program'));
      lastShown = null;
      return;
    }
    if (list.parentNode !== code) code.replaceChildren(name, list);
    showText(name, shown.program.name);
    showKeyed(list, renderProgramLines(shown, state));
    const current = list.querySelector<HTMLElement>('.at');
    // Reading offsets forces a layout, so only do it when the line has changed.
    if (current !== null && current !== lastShown) code.scrollTop = current.offsetTop - code.clientHeight / 2;
    lastShown = current;
  });
}

function findSelectedWave({ timeline, selection }: ViewerState): WaveTimeline | undefined {
  return timeline.waves.find(({ wave }) => wave === selection.wave);
}

/** Renders the selected wave's facts at the cursor. */
function renderFacts(state: ViewerState): HTMLElement[] {
  const wave = findSelectedWave(state);
  if (wave === undefined) return [makeMissingDataNote('wave transactions')];
  const rows = collectFacts(state.timeline, wave, state.selection.cycle).map(([name, value]) =>
    el('div', {}, el('dt', {}, name), el('dd', {}, value)),
  );
  return [el('dl', { class: 'facts' }, ...rows)];
}

/** Collects a wave's facts by name, omitting any that the stream does not contain. */
function collectFacts(
  timeline: RunTimeline,
  wave: WaveTimeline,
  cycle: number,
): readonly (readonly [name: string, text: string])[] {
  const waveState = getWaveSnapshot(timeline, wave, cycle);
  const { formed } = wave.life;
  const rows: [string, string | undefined][] = [
    ['wave', `${wave.wave}${wave.source === undefined ? '' : ` (${wave.source})`}`],
    ['at cycle', `${Math.round(cycle)}`],
    ['packer, id', formed && `${formed.packer}, ${formed.id}`],
    ['slot', wave.slot === undefined ? undefined : `${wave.slot} of SIMD ${wave.simd}`],
    ['overlaps', wave.overlapped.length === 0 ? 'none' : formatWaves(wave.overlapped)],
    ['state', waveState.state?.replaceAll('-', ' ')],
    ['not yet exited', waveState.waitsFor.length === 0 ? 'none' : formatWaves(waveState.waitsFor)],
    ['polled id', waveState.polled === undefined ? undefined : `${waveState.polled}`],
    [
      'counters',
      waveState.counters &&
        Object.entries(waveState.counters)
          .map(([name, value]) => `${name} ${value}`)
          .join(', '),
    ],
    ['EXEC', waveState.exec?.toReversed().map(toHex).join(' ')],
    [
      'in flight',
      waveState.outstanding
        .map(({ issued }) => `${issued.operation} at ${toHex(issued.pc)} since ${issued.cycle}`)
        .join('; ') || 'none',
    ],
    [
      'lifetime',
      LIFETIME_EVENTS.flatMap(([name, kind]) => {
        const eventCycle = getMarkCycle(wave.life, kind);
        return eventCycle === undefined ? [] : [`${name} ${eventCycle}`];
      }).join(', '),
    ],
  ];
  return rows.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
}

function formatWaves(waves: readonly number[]): string {
  return `wave${waves.length === 1 ? '' : 's'} ${waves.join(', ')}`;
}

interface ShownProgram {
  readonly program: ProgramListing;
  readonly programNumber: number;
  readonly wave: WaveTimeline;
  /** The byte range that the wave is executing at the cursor. */
  readonly here: readonly [first: number, last: number];
}

const NO_RANGE = [-1, -1] as const;

function findShownProgram(state: ViewerState): ShownProgram | undefined {
  const { timeline, data, selection } = state;
  const wave = findSelectedWave(state);
  const programNumber = wave?.life.formed && timeline.scenario.draws.at(wave.life.formed.draw)?.program;
  const program = programNumber === undefined ? undefined : data.programs[programNumber];
  if (wave === undefined || programNumber === undefined || program === undefined) return undefined;
  const here = getWaveSnapshot(timeline, wave, selection.cycle).pcRange ?? NO_RANGE;
  return { program, programNumber, wave, here };
}

function renderProgramLines(
  { program, programNumber, wave, here }: ShownProgram,
  state: ViewerState,
): KeyedElement[] {
  const violatingPc = state.data.violations.find(({ place }) => place.wave === wave.wave)?.place.pc;
  return program.lines.flatMap((line) => {
    const { pc, label } = line;
    const isCurrent = pc >= here[0] && pc <= here[1];
    const text = `${pc === violatingPc ? '!' : ' '}${toHex(pc).padStart(6)}  ${line.text}`;
    const current = pc === here[0] ? 'step' : undefined;
    const make = (): HTMLElement =>
      el('li', { class: isCurrent ? 'at' : undefined, 'aria-current': current }, text);
    const item = { key: `${programNumber} ${isCurrent} ${current} ${text}`, make };
    if (label === undefined) return [item];
    return [
      { key: `${programNumber} ${pc} ${label}`, make: () => el('li', { class: 'label' }, `${label}:`) },
      item,
    ];
  });
}
