import {
  cycleOf,
  type MarkKind,
  type RunStory,
  type WaveStory,
  waveMoment,
} from '../../../timeline/index.js';
import { byId, el, hex, missing } from './dom.js';
import type { ViewerState } from './viewer-state.js';

/** Events of a wave's life that its facts name with their cycles. */
const LIFE: readonly (readonly [name: string, kind: MarkKind])[] = [
  ['formed', 'formed'],
  ['launched', 'launched'],
  ['entry', 'entry'],
  ['exit sent', 'exit-sent'],
  ['exit counted', 'exit-counted'],
  ['exit visible', 'exit-visible'],
  ['ended', 'ended'],
];

/** Facts of the selected wave at the cursor, and its program with its position. */
export function showWave(state: ViewerState): void {
  const facts = byId('wave');
  const code = byId('program');
  state.onChange(() => {
    facts.replaceChildren(...waveFacts(state));
    const lines = programLines(state);
    code.replaceChildren(...lines);
    const at = code.querySelector<HTMLElement>('.at');
    if (at !== null) code.scrollTop = at.offsetTop - code.clientHeight / 2;
  });
}

function selectedWave(story: RunStory | undefined, { selection }: ViewerState): WaveStory | undefined {
  return story?.waves.find(({ wave }) => wave === selection.wave);
}

/** Facts of the wave at the cursor, and what differs in the run that is laid over this one. */
function waveFacts(state: ViewerState): HTMLElement[] {
  const { story, other } = state;
  const { cycle } = state.selection;
  const wave = selectedWave(story, state);
  const there = selectedWave(other?.story, state);
  if (wave === undefined && there === undefined) return [missing('transaction of a wave')];
  const own = wave && factsOf(story, wave, cycle);
  const foreign = there && factsOf(other!.story, there, cycle);
  const names = new Set([...(own?.keys() ?? []), ...(foreign?.keys() ?? [])]);
  const rows = [...names].map((name) => {
    const [here, beside] = [own?.get(name) ?? 'nothing', foreign?.get(name) ?? 'nothing'];
    const isAlike = other === undefined || here === beside;
    const texts = isAlike ? [here] : [`A: ${here}`, `B: ${beside}`];
    return el('div', {}, el('dt', {}, name), ...texts.map((text) => el('dd', {}, text)));
  });
  return [el('dl', { class: 'facts' }, ...rows)];
}

/** Facts by their names; what the stream does not tell is left out. */
function factsOf(story: RunStory, wave: WaveStory, cycle: number): ReadonlyMap<string, string> {
  const moment = waveMoment(story, wave, cycle);
  const { formed } = wave.life;
  const rows: [string, string | undefined][] = [
    ['wave', `${wave.wave}${wave.source === undefined ? '' : ` (${wave.source})`}`],
    ['at cycle', `${Math.round(cycle)}`],
    ['packer, id', formed && `${formed.packer}, ${formed.id}`],
    ['slot', wave.slot === undefined ? undefined : `${wave.slot} of SIMD ${wave.simd}`],
    ['overlaps', wave.overlapped.length === 0 ? 'no wave' : wavesText(wave.overlapped)],
    ['state', moment.state?.replaceAll('-', ' ')],
    ['not exited', moment.waitsFor.length === 0 ? 'no wave that it overlaps' : wavesText(moment.waitsFor)],
    ['polled id', moment.polled === undefined ? undefined : `${moment.polled}`],
    [
      'counters',
      moment.counters &&
        Object.entries(moment.counters)
          .map(([name, value]) => `${name} ${value}`)
          .join(', '),
    ],
    ['EXEC', moment.exec?.toReversed().map(hex).join(' ')],
    [
      'under way',
      moment.underWay
        .map(({ issued }) => `${issued.operation} at ${hex(issued.pc)} since ${issued.cycle}`)
        .join('; ') || 'nothing',
    ],
    [
      'life',
      LIFE.flatMap(([name, kind]) => {
        const at = cycleOf(wave.life, kind);
        return at === undefined ? [] : [`${name} ${at}`];
      }).join(', '),
    ],
  ];
  return new Map(rows.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

function wavesText(waves: readonly number[]): string {
  return `wave${waves.length === 1 ? '' : 's'} ${waves.join(', ')}`;
}

function programLines(state: ViewerState): HTMLElement[] {
  const { story, other, data, selection } = state;
  const there = data.other?.hasSamePrograms === true ? selectedWave(other?.story, state) : undefined;
  const wave = selectedWave(story, state) ?? there;
  const draw = wave?.life.formed && story.scenario.draws.at(wave.life.formed.draw);
  const program = draw && data.programs[draw.program];
  if (wave === undefined || program === undefined) return [missing('formed wave with a program of a draw')];
  const { cycle } = selection;
  const [first, last] = (wave === there ? undefined : waveMoment(story, wave, cycle).at) ?? [-1, -1];
  const [firstThere, lastThere] = (there && waveMoment(other!.story, there, cycle).at) ?? [-1, -1];
  const violating = data.violations.find(({ place }) => place.wave === wave.wave)?.place.pc;
  const lines = program.lines.flatMap((line) => {
    const isAt = line.pc >= first && line.pc <= last;
    const isThere = line.pc >= firstThere && line.pc <= lastThere;
    const sign = line.pc === violating ? '!' : ' ';
    const beside = other === undefined ? '' : isThere ? 'B' : ' ';
    const text = `${beside}${sign}${hex(line.pc).padStart(6)}  ${line.text}`;
    const item = el(
      'li',
      { class: isAt ? 'at' : undefined, 'aria-current': line.pc === first ? 'step' : undefined },
      text,
    );
    return line.label === undefined ? [item] : [el('li', { class: 'label' }, `${line.label}:`), item];
  });
  return [el('p', { class: 'quiet' }, program.name), el('ol', {}, ...lines)];
}
