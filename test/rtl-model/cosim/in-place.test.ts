import type { ChipName } from '../../../arch/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import {
  COSIM_MESSAGES,
  type CosimMessage,
  type Design,
  type Scenario,
  type Transaction,
} from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

/** The number of cycles from an input to the design's reaction. */
const WINDOW = 4;

/** A wave's coverage: the mask bits of the two pixels in each row of its quads, keyed by position. */
type Coverage = ReadonlyMap<string, number>;

/** Detects overlap between a packer's waves by storing the coverage of each wave that has not exited. */
class OverlapDetector {
  private open = new Map<string, number>();
  private readonly unfinished = new Map<number, Coverage>();

  addQuad([x, y, upper, lower]: readonly number[]): void {
    for (const [row, mask] of [upper!, lower!].entries()) {
      const key = `${x} ${y! + row}`;
      this.open.set(key, (this.open.get(key) ?? 0) | mask);
    }
  }

  /** Returns the unfinished waves that the closed wave overlaps, oldest first, and adds it to the unfinished ones. */
  closeWave(id: number): readonly number[] {
    const closed = this.open;
    const overlapped = [...this.unfinished].filter(([, older]) =>
      [...closed].some(([key, mask]) => ((older.get(key) ?? 0) & mask) !== 0),
    );
    this.unfinished.set(id, closed);
    this.open = new Map();
    return overlapped.map(([older]) => older);
  }

  removeWave(id: number): void {
    this.unfinished.delete(id);
  }
}

/**
 * Creates a design that counts exits for each packer separately: in arrival order on GFX11, and in id order on other
 * generations. The design also detects overlap if it replaces that unit.
 */
function makeCountingDesign(unit: 'exit-tracker' | 'overlap-to-exit'): Design {
  let detectors: OverlapDetector[] = [];
  let settings = new Map<string, number>();
  let waves: Set<number>[] = [];
  let arrivedIds: Set<number>[] = [];
  let oldest: number[] = [];
  const reportExits = (packer: number, id: number, cycle: number): string[] => {
    const reports: string[] = [];
    detectors[packer].removeWave(id);
    if (settings.get('exits_by_export') === 1) return [`exited ${cycle} ${packer} ${id}`];
    arrivedIds[packer].add(id);
    while (arrivedIds[packer].has(oldest[packer]) && waves[packer].has(oldest[packer])) {
      const next = (oldest[packer] + 1) % (settings.get('id_wrap')! + 1);
      for (const ids of [waves, arrivedIds]) ids[packer].delete(oldest[packer]);
      reports.push(`exited ${cycle} ${packer} ${oldest[packer]}`, `visible ${cycle + 3} ${packer} ${next}`);
      oldest[packer] = next;
    }
    return reports;
  };
  const describeWave = (packer: number, id: number, layers: number, cycle: number): string[] => {
    waves[packer].add(id);
    const overlapped = detectors[packer].closeWave(id);
    const newest =
      overlapped.at(-1) ??
      (layers === 1 ? (id + settings.get('id_wrap')!) % (settings.get('id_wrap')! + 1) : id);
    const reportedNewest = newest > id && settings.get('newest_one_too_few') === 1 ? newest - 1 : newest;
    return [
      ...overlapped.map((older) => `meets ${cycle} ${packer} ${id} ${older}`),
      `described ${cycle} ${packer} ${id} ${overlapped.length > 0 ? 1 : layers} ${reportedNewest}`,
    ];
  };
  const handle = (line: string): string[] => {
    const [name, ...fields] = line.split(' ');
    const [cycle, packer, id] = fields.map(Number);
    if (name === 'set') settings.set(fields[0], packer);
    if (name === 'formed') waves[packer].add(id);
    if (name === 'covers') detectors[packer].addQuad(fields.slice(2).map(Number));
    if (name === 'completed') return describeWave(packer, id, Number(fields[3]), cycle + WINDOW);
    return name === 'exit' ? reportExits(packer, id, cycle + WINDOW) : [];
  };
  return {
    unit,
    seed: 0,
    exchange: (lines) => {
      if (lines.at(-1) === 'begin') {
        settings = new Map();
        for (const line of lines) handle(line);
        const packers = Array.from({ length: settings.get('packers')! });
        waves = packers.map(() => new Set());
        arrivedIds = packers.map(() => new Set());
        detectors = packers.map(() => new OverlapDetector());
        oldest = packers.map(() => settings.get('id_start')!);
        return [`ready ${WINDOW}`];
      }
      return [...lines.flatMap(handle), 'done -1'];
    },
  };
}

/** Maximum number of quads per wave. */
const WAVE_QUADS = 16;

/** Limits a design's credit to one wave's quads at a time, and one message of each other kind that uses credits. */
function withLimitedCredit(design: Design): Design {
  const limited = COSIM_MESSAGES.filter(
    ({ from, units, usesCredits }) =>
      from === 'host' && usesCredits === true && units?.includes(design.unit) === true,
  );
  return {
    ...design,
    exchange: (lines) => {
      const received = limited.map(({ name }) => lines.filter((line) => line.startsWith(`${name} `)).length);
      const isFirst = lines.at(-1) === 'begin';
      const getInitialCredit = ({ causesNoStep }: CosimMessage): number =>
        causesNoStep === true ? WAVE_QUADS : 1;
      const credits = limited.map(
        (message, index) => `credit ${message.name} ${isFirst ? getInitialCredit(message) : received[index]}`,
      );
      return [...credits.filter((line) => !line.endsWith(' 0')), ...design.exchange(lines)];
    },
  };
}

/** Makes a design issue each credit in a later step that has no other outputs. */
function withLateCredit(design: Design): Design {
  let pendingCredits: string[] = [];
  return {
    ...design,
    exchange: (lines) => {
      const answer = design.exchange(lines);
      const [name, cycle] = lines.at(-1)!.split(' ');
      if (name !== 'step') return answer;
      const dueCredits = lines.length === 1 ? pendingCredits : [];
      const credits = answer.filter((line) => line.startsWith('credit '));
      pendingCredits = [...pendingCredits.slice(dueCredits.length), ...credits];
      const outputs = answer.slice(credits.length, -1);
      return [
        ...dueCredits,
        ...outputs,
        pendingCredits.length === 0 ? answer.at(-1)! : `done ${Number(cycle) + 50}`,
      ];
    },
  };
}

/** Runs a scenario and returns results visible outside the design: wave count, exits, and anything still waiting. */
function runForResults(scenario: Scenario, design?: Design): Record<string, unknown> {
  const exits: string[] = [];
  let waves = 0;
  let overlaps = 0;
  let waiting: unknown;
  const sink = (t: Transaction): void => {
    if (t.kind === 'section-exit') exits.push(`${t.packer} ${t.id} wave ${t.wave}`);
    if (t.kind === 'wave-formed') waves++;
    if (t.kind === 'overlap') overlaps++;
    if (t.kind === 'quiesced') waiting = t.waiting;
  };
  runScenario(scenario, sink, design === undefined ? {} : { design });
  expect(overlaps).toBeGreaterThan(0);
  return { waves, exits: exits.sort(), waiting };
}

const ORDERED_REGISTERS = {
  SPI_SHADER_PGM_RSRC2_PS: 1 << 25,
  PA_SC_SHADER_CONTROL: 1 << 2,
  DB_SHADER_CONTROL: 1 << 16,
  SPI_SHADER_COL_FORMAT: 1,
};

/** Creates a design that assigns ids within the window and offers each wave immediately. */
function makeNumberingDesign(): Design {
  let settings = new Map<string, number>();
  let next: number[] = [];
  let oldest: number[] = [];
  let waiting: number[] = [];
  const assignId = (packer: number, cycle: number): string[] => {
    if (waiting[packer] === 0 || next[packer]! - oldest[packer]! > settings.get('id_window')!) return [];
    waiting[packer]!--;
    const id = next[packer]!++ % (settings.get('id_wrap')! + 1);
    return [`numbered ${cycle} ${packer} ${id}`, `offered ${cycle} ${packer} ${id}`];
  };
  const handle = (line: string): string[] => {
    const [name, ...fields] = line.split(' ');
    const [cycle, packer, id] = fields.map(Number);
    if (name === 'set') settings.set(fields[0], packer);
    if (name === 'packed') waiting[packer]!++;
    const ids = settings.get('id_wrap')! + 1;
    if (name === 'window') oldest[packer]! += (id - (oldest[packer]! % ids) + ids) % ids;
    return name === 'packed' || name === 'window' ? assignId(packer, cycle + WINDOW) : [];
  };
  return {
    unit: 'packer-to-launch',
    seed: 0,
    exchange: (lines) => {
      if (lines.at(-1) !== 'begin') return [...lines.flatMap(handle), 'done -1'];
      settings = new Map();
      for (const line of lines) handle(line);
      const packers = Array.from({ length: settings.get('packers')! });
      next = packers.map(() => settings.get('id_start')!);
      oldest = [...next];
      waiting = packers.map(() => 0);
      return [`ready ${WINDOW}`];
    },
  };
}

describe.each<[Design['unit'], string, () => Design]>([
  ['exit-tracker', 'exit', () => makeCountingDesign('exit-tracker')],
  ['overlap-to-exit', 'completed', () => makeCountingDesign('overlap-to-exit')],
  ['packer-to-launch', 'launched', makeNumberingDesign],
])('a design that replaces the %s unit', (_, message, makeDesign) => {
  it.each<ChipName>(['vega10', 'navi21', 'navi31'])(
    'lets every wave enter and exit on %s, matching the model',
    (chip) => {
      const scenario = scene({
        chip,
        primitives: 6,
        draw: { width: 8, height: 8, registers: ORDERED_REGISTERS },
        freedoms: { packers: 2, idWrap: 9, idWindow: 6, idStart: 7 },
      });
      const modelResults = runForResults(scenario);
      expect(modelResults).toMatchObject({ waiting: [] });
      const design = makeDesign();
      let reportCount = 0;
      const exchange: Design['exchange'] = (lines) => {
        reportCount += lines.filter((line) => line.startsWith(`${message} `)).length;
        return design.exchange(lines);
      };
      expect(runForResults(scenario, { ...design, exchange })).toEqual(modelResults);
      expect(reportCount).toBe(modelResults.waves);
      expect(runForResults(scenario, withLimitedCredit(makeDesign()))).toEqual(modelResults);
      expect(runForResults(scenario, withLateCredit(withLimitedCredit(makeDesign())))).toEqual(modelResults);
    },
  );
});
