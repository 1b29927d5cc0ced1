import {
  type CounterName,
  factsOf,
  findMax,
  type Gfx,
  getCounters,
  HWREG,
  lookup,
  printInstruction,
} from '../../arch/index.js';
import { findOverwrite, mustHavePassed, type ProgramMap } from './program-map.js';
import type { DumpedWave, WaveDump } from './wave-dump.js';

/** The fields of the argument with the wave ids (pops.md 5.1). */
export interface WaveIds {
  readonly id: number;
  readonly packer: number;
  readonly didOverlap: boolean;
  /** The newest wave that it overlaps. */
  readonly newest: number;
}

type Stand = 'before its entry wait' | 'in its entry wait' | 'in its section' | 'after its exit' | 'unknown';

/** What a dump shows of a wave that runs the program. */
export interface ExplainedWave {
  readonly place: string;
  /** The byte offset of the program counter in the program. */
  readonly pc: number;
  readonly instruction: string;
  readonly stand: Stand;
  /** The wait at which it stands, with the outstanding accesses that the dump shows. */
  readonly wait?: string;
  readonly ids?: WaveIds;
  /** Why the dump does not show its ids. */
  readonly noIds?: string;
  /** The wave that it waits for, in words. */
  readonly waitsFor?: string;
  /** Other values that the dump shows, such as `exec` and `m0`. */
  readonly values: Readonly<Record<string, string>>;
}

/** What a dump shows of a hang. */
export interface WaveReport {
  readonly waves: readonly ExplainedWave[];
  /** Waves that do not run the program, or whose program counter is not shown. */
  readonly others: readonly string[];
  /** What no correct device and program can show, one sentence each. */
  readonly impossible: readonly string[];
}

/** Explains the waves of a dump that run a program. Claims only what the dump and the program show. */
export function explainWaves(dump: WaveDump, map: ProgramMap): WaveReport {
  const base = findBase(dump, map);
  const located = dump.waves.map((wave) => ({ wave, at: findIndex(wave, base, map) }));
  const explained = located.flatMap(({ wave, at }) => (at === undefined ? [] : [explainWave(wave, at, map)]));
  const impossible: string[] = [];
  const waves = explained.map((wave) => {
    impossible.push(...findImpossible(wave, explained));
    const waitsFor = describeAwaited(wave, explained);
    return waitsFor === undefined ? wave : { ...wave, waitsFor };
  });
  for (const { wave, at } of located)
    if (at !== undefined) impossible.push(...findImpossibleState(wave, at, map));
  const others = located.filter(({ at }) => at === undefined).map(({ wave }) => wave.place);
  return { waves, others, impossible };
}

/**
 * Returns the address of the program: the only one at which all words that the dump shows there are those of the
 * program. Undefined if there is none, or more than one.
 */
function findBase({ waves, words }: WaveDump, { program }: ProgramMap): number | undefined {
  const code = program.instructions.flatMap((instruction) => instruction.words);
  const fits = new Map<number, number>();
  for (const pc of new Set(waves.flatMap(({ pc: address }) => address ?? [])))
    for (const { pc: offset } of program.instructions) {
      const base = pc - offset;
      if (fits.has(base)) continue;
      const shown = code.flatMap((word, i) => {
        const found = words.get(base + 4 * i);
        return found === undefined ? [] : [found === word >>> 0];
      });
      fits.set(base, shown.includes(false) ? 0 : shown.length);
    }
  const most = findMax([...fits.values()]);
  const best = [...fits].filter(([, count]) => count === most);
  return most > 0 && best.length === 1 ? best[0]![0] : undefined;
}

/** Returns the instruction at a wave's program counter or, in a report without addresses, the only one with its word. */
function findIndex(
  { pc, values }: DumpedWave,
  base: number | undefined,
  { program }: ProgramMap,
): number | undefined {
  if (pc === undefined) {
    const same = program.instructions.filter(({ words }) => words[0]! >>> 0 === values.get('inst_dw0'));
    return same.length === 1 ? same[0]!.index : undefined;
  }
  if (base === undefined) return undefined;
  const index = program.indexByPc[(pc - base) >> 2] ?? -1;
  return pc < base || index < 0 ? undefined : index;
}

function explainWave(wave: DumpedWave, at: number, map: ProgramMap): ExplainedWave {
  const { program } = map;
  const step = program.instructions[at]!;
  const isWait = step.kind === 'waitcnt' || step.kind === 'wait-event';
  const counters = describeCounters(wave, map.gfx);
  const instruction = printInstruction(step, program.set, program.wave);
  return {
    place: wave.place,
    pc: step.pc,
    instruction,
    stand: findStand(at, map),
    ...(isWait ? { wait: `${instruction}${counters === '' ? '' : ` with ${counters} outstanding`}` } : {}),
    ...readIds(wave, at, map),
    values: listValues(wave, counters),
  };
}

function findStand(at: number, map: ProgramMap): Stand {
  const { entry, exits } = map;
  if (exits.some((exit) => mustHavePassed(map, exit, at))) return 'after its exit';
  if (entry === undefined || exits.some((exit) => exit < at)) return 'unknown';
  if (at < entry[0]) return 'before its entry wait';
  return at <= entry[1] ? 'in its entry wait' : 'in its section';
}

function readIds(wave: DumpedWave, at: number, map: ProgramMap): Pick<ExplainedWave, 'ids' | 'noIds'> {
  const { gfx, idRegister } = map;
  if (!factsOf(gfx).hasWaveIds) return { noIds: `${gfx} gives waves no ids` };
  if (idRegister === undefined) return { noIds: 'the program has no argument with ids' };
  const value = wave.sgprs.get(idRegister);
  if (value === undefined) return { noIds: `the dump does not show s${idRegister}` };
  const overwrite = findOverwrite(map, idRegister, at);
  if (overwrite !== undefined)
    return { noIds: `s${idRegister} is overwritten at pc 0x${overwrite.pc.toString(16)}` };
  const packer = (value >>> 28) & (2 ** factsOf(gfx).packerBits - 1);
  const ids = { id: value & 0x3ff, packer, didOverlap: value >>> 31 === 1, newest: (value >>> 16) & 0x3ff };
  return { ids };
}

const COUNTER_FIELDS: Readonly<Record<string, string>> = lookup({
  vm_cnt: 'vm',
  vs_cnt: 'vs',
  lgkm_cnt: 'lgkm',
  exp_cnt: 'exp',
});

/** Returns the counters that a dump shows, such as `vm 1, lgkm 0`: as fields, or up to GFX10.3 in IB_STS. */
function describeCounters({ values }: DumpedWave, gfx: Gfx): string {
  const fields = Object.entries(COUNTER_FIELDS).flatMap(([name, counter]) => {
    const value = values.get(name);
    return value === undefined ? [] : [`${counter} ${value}`];
  });
  const status = values.get('ibsts') ?? values.get('ibsts1') ?? values.get('ib_sts');
  if (fields.length > 0 || status === undefined || factsOf(gfx).exitsByExport) return fields.join(', ');
  const bits = (low: number, count: number): number => (status >>> low) & (2 ** count - 1);
  // SQ_WAVE_IB_STS: bits that a generation does not count are zero.
  const counts: Partial<Record<CounterName, number>> = {
    vm: bits(0, 4) | (bits(22, 2) << 4),
    exp: bits(4, 3),
    lgkm: bits(8, 4) | (bits(7, 1) << 4) | (bits(24, 1) << 5),
    vs: bits(26, 6),
  };
  return getCounters(gfx)
    .map(({ counter }) => `${counter} ${counts[counter]}`)
    .join(', ');
}

function listValues({ values }: DumpedWave, counters: string): Record<string, string> {
  const hex = (name: string): string | undefined => values.get(name)?.toString(16).padStart(8, '0');
  const [high, low] = [hex('exec_hi'), hex('exec_lo')];
  const shown: Record<string, string | undefined> = {
    status: hex('wave_status') ?? hex('status'),
    exec: high === undefined || low === undefined ? undefined : high + low,
    m0: hex('m0'),
    packer: hex('pops_packer'),
    counters: counters === '' ? undefined : counters,
  };
  return Object.fromEntries(
    Object.entries(shown).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function findById(waves: readonly ExplainedWave[], packer: number, id: number): readonly ExplainedWave[] {
  return waves.filter(({ ids }) => ids?.id === id && ids.packer === packer);
}

function describeAwaited(wave: ExplainedWave, waves: readonly ExplainedWave[]): string | undefined {
  const { ids, stand } = wave;
  if (ids === undefined || stand !== 'in its entry wait' || !ids.didOverlap) return undefined;
  const [awaited] = findById(waves, ids.packer, ids.newest);
  if (awaited === undefined) return `id ${ids.newest} of packer ${ids.packer}, which no wave shown has`;
  const wait = awaited.wait === undefined ? '' : `, at ${awaited.wait}`;
  return `id ${ids.newest} of packer ${ids.packer}: ${awaited.place}, ${awaited.stand}${wait}`;
}

function findImpossible(wave: ExplainedWave, waves: readonly ExplainedWave[]): readonly string[] {
  const { ids, place, stand } = wave;
  if (ids === undefined) return [];
  const found: string[] = [];
  const { id, newest, packer, didOverlap } = ids;
  const [twin] = findById(waves, packer, id).filter((other) => other !== wave);
  if (twin !== undefined && twin.place > place)
    found.push(`${place} and ${twin.place} both have id ${id} of packer ${packer}`);
  if (stand !== 'in its entry wait') return found;
  if (!didOverlap) found.push(`${place} waits although its argument reports no overlap`);
  else if (newest === id) found.push(`${place} waits for its own id ${id}`);
  else if (findById(waves, packer, newest).length === 0 && waves.every((other) => other.ids !== undefined))
    found.push(`${place} waits for id ${newest} of packer ${packer}, which no resident wave has`);
  return found;
}

function findImpossibleState(wave: DumpedWave, at: number, map: ProgramMap): readonly string[] {
  const { gfx, exits, entry, packerWrite } = map;
  const found: string[] = [];
  const sent = exits.filter((exit) => mustHavePassed(map, exit, at));
  if (sent.length > 1)
    found.push(
      `${wave.place} has sent its exit ${sent.length} times, at ${sent.map((exit) => `pc 0x${map.program.instructions[exit]!.pc.toString(16)}`).join(' and ')}`,
    );
  const isWaiting = entry !== undefined && at >= entry[0] && at <= entry[1];
  const field = factsOf(gfx).packerField;
  if (!isWaiting || field === undefined) return found;
  const value = wave.values.get(field.register === HWREG.MODE ? 'mode' : 'pops_packer');
  if (value === undefined) {
    if (packerWrite === undefined)
      found.push(`${wave.place} polls, but the program never selects a packer (${field.name})`);
    return found;
  }
  const selected = (value >>> field.low) & (2 ** field.bits - 1);
  const { ids } = readIds(wave, at, map);
  if (selected === 0) found.push(`${wave.place} polls, but ${field.name} selects no packer`);
  else if (
    ids !== undefined &&
    selected !== (field.encoding === 'one-hot' ? ids.packer + 1 : 2 * ids.packer + 1)
  )
    found.push(
      `${wave.place} polls packer ${field.encoding === 'one-hot' ? selected - 1 : selected >> 1} (${field.name}), but is of packer ${ids.packer}`,
    );
  return found;
}
