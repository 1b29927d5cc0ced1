import { chipOf, decodeCached } from '../../../arch/index.js';
import { createScoreboards, type ScoreboardOptions } from '../../../checkers/index.js';
import type {
  Exported,
  HwregWritten,
  MemoryIssued,
  RuleId,
  Scenario,
  Transaction,
  Verdict,
  Waiting,
  WaveFormed,
} from '../../../transactions/index.js';
import { getLandmarks, type Landmarks } from './programs.js';
import { BUFFER } from './scenes.js';
import { encodeQuad, getLanes, LANES, type TestQuad } from './test-quads.js';

const COUNTERS = { vm: 0, vs: 0, lgkm: 0, exp: 0 };
const COHERENT = { glc: true, dlc: false, slc: false };
/** Quads of two primitives on the same pixels. */
export const P0 = { x: 0, y: 0, primitive: 0 };
export const P1 = { x: 0, y: 0, primitive: 1 };

/** An access by every covered lane of a wave. */
export interface TestAccess {
  readonly wave: number;
  readonly operation?: MemoryIssued['operation'];
  readonly pc?: number;
  /** Default: `vm` for loads and on Vega 10, otherwise `vs`. */
  readonly counter?: MemoryIssued['counter'];
  /** The address of the buffer, which is indexed by pixel. Default: the ordered buffer. */
  readonly base?: number;
  readonly cycle?: number;
}

interface FormedWave {
  readonly quads: readonly TestQuad[];
  readonly packer: number;
  hasSetPacker: boolean;
}

/** A write to a hardware register. `value` is the full register after the write. */
type RegisterWrite = Pick<HwregWritten, 'register' | 'offset' | 'size' | 'value'>;

const PROGRAM_RULES: ReadonlySet<string> = new Set(['PROTO-10', 'PROTO-12']);

/** Builds a stream of transactions step by step. Each step takes one cycle unless a later cycle is given. */
export class Stream {
  readonly transactions: Transaction[] = [];
  cycle = 0;
  private readonly waves: FormedWave[] = [];
  private accesses = 0;

  constructor(
    readonly scenario: Scenario,
    /** Landmarks of the program. Default: those of the chip's section program. */
    readonly at: Landmarks = getLandmarks(scenario.chip),
  ) {}

  /** Checks the stream with all rules except those that check waves against their programs (`PROGRAM_RULES`). */
  judge(options?: ScoreboardOptions): Verdict {
    const verdict = this.judgeWithAllRules(options);
    return { ...verdict, violations: verdict.violations.filter(({ rule }) => !PROGRAM_RULES.has(rule)) };
  }

  /**
   * Checks a stream whose waves issue their programs starting with the first instruction. Throws if a rule fired
   * without ever being checked.
   */
  judgeWithAllRules(options?: ScoreboardOptions): Verdict {
    const scoreboards = createScoreboards(this.scenario, options);
    for (const transaction of this.transactions) scoreboards.observe(transaction);
    const verdict = scoreboards.finish();
    const violation = verdict.violations.find(({ rule }) => !verdict.armed[rule]);
    if (violation !== undefined) throw new Error(`${violation.rule} fired but was never checked`);
    return verdict;
  }

  /** Adds a transaction and advances the stream to its cycle. */
  add(transaction: Transaction): this {
    this.cycle = transaction.cycle;
    this.transactions.push(transaction);
    return this;
  }

  /**
   * Forms the next wave. By default, its id is its index in the run. The default closing reason affects the
   * next wave only if a full overlap table causes a flush.
   */
  form(quads: readonly TestQuad[], changes: Partial<Omit<WaveFormed, 'kind' | 'quads'>> = {}): this {
    const wave = this.waves.length;
    this.waves.push({ quads, packer: changes.packer ?? 0, hasSetPacker: false });
    return this.add({
      kind: 'wave-formed',
      cycle: this.next(),
      wave,
      packer: 0,
      id: wave,
      draw: 0,
      quads: Int32Array.from(quads.flatMap(encodeQuad)),
      quadCount: quads.length,
      didOverlap: false,
      newest: wave,
      intrawaveMask: 0,
      reason: 'table',
      ...changes,
    });
  }

  /** Polls and reads `id`. Sets the packer in the same cycle if the wave has not set it yet. */
  poll(wave: number, id: number, cycle = this.cycle + 1): this {
    const { packer, hasSetPacker } = this.waves[wave];
    if (!hasSetPacker) this.setPacker(wave, this.createPackerWrite(packer), cycle);
    return this.pollWithoutPacker(wave, id, cycle);
  }

  /** Polls and reads `id` without setting the packer. */
  pollWithoutPacker(wave: number, id: number, cycle = this.cycle + 1): this {
    const packer = this.waves[wave].packer;
    return this.add({ kind: 'exiting-id-polled', cycle, wave, pc: this.at.poll, packer, id });
  }

  /** Writes a hardware register. By default, sets the packer as the generation requires. */
  setPacker(wave: number, write: Partial<RegisterWrite> = {}, cycle = this.cycle + 1): this {
    const state = this.waves[wave];
    state.hasSetPacker = true;
    const pc = this.at.setPacker;
    return this.add({
      kind: 'hwreg-written',
      cycle,
      wave,
      pc,
      ...this.createPackerWrite(state.packer),
      ...write,
    });
  }

  /** Ends the wave's event wait. */
  endEventWait(wave: number, cycle?: number, immediate = 0): this {
    return this.add({ kind: 'event-wait-done', cycle: this.next(cycle), wave, pc: this.at.poll, immediate });
  }

  /** Issues the instructions from pc `first` to pc `last`. */
  run(wave: number, first: number, last: number): this {
    return this.add({ kind: 'instructions-issued', cycle: this.next(), wave, first, last });
  }

  /** Issues an access by every covered lane to the word of its pixel, and returns the index of the access. */
  issue(request: TestAccess): number {
    const access = this.accesses++;
    const operation = request.operation ?? 'load';
    const { lanesLo, lanesHi, addresses } = getLanes(this.waves[request.wave].quads, request.base ?? BUFFER);
    const pc = request.pc ?? (operation === 'load' ? this.at.load : this.at.store);
    this.add({
      kind: 'memory-issued',
      cycle: this.next(request.cycle),
      wave: request.wave,
      pc,
      access,
      operation,
      space: 'buffer',
      counter: request.counter ?? (operation === 'load' || this.scenario.chip === 'vega10' ? 'vm' : 'vs'),
      lanesLo,
      lanesHi,
      addresses,
      bytes: 4,
      ...this.getCoherence(pc),
    });
    return access;
  }

  /** Returns the coherence bits of the access at `pc`, or those of a coherent access if there is none. */
  private getCoherence(pc: number): Pick<MemoryIssued, 'glc' | 'dlc' | 'slc'> {
    const { programs, chip, wave } = this.scenario;
    const { instructions } = decodeCached(programs[0].words, chipOf(chip).gfx, wave);
    const { glc, dlc, slc } = instructions.find((instruction) => instruction.pc === pc)?.memory ?? COHERENT;
    return { glc, dlc, slc };
  }

  /** Performs the access in L2. Loads return zeros. */
  perform(wave: number, access: number): this {
    const cycle = this.next();
    return this.add({
      kind: 'memory-performed',
      cycle,
      wave,
      access,
      level: 'L2',
      data: new Int32Array(LANES),
    });
  }

  /** Ends the wave's wait at `pc` with nothing outstanding. */
  endWait(wave: number, pc: number): this {
    return this.add({ kind: 'wait-done', cycle: this.next(), wave, pc, ...COUNTERS });
  }

  /** Adds a complete load or store, including its wait. */
  access(request: TestAccess): this {
    const access = this.issue(request);
    this.perform(request.wave, access);
    return this.endWait(request.wave, request.operation === 'store' ? this.at.storeWait : this.at.loadWait);
  }

  /** Allocates export space to the wave. */
  allocate(wave: number, cycle = this.cycle + 1): this {
    return this.add({ kind: 'sx-alloc', cycle, wave, packer: this.waves[wave].packer });
  }

  /** Frees the wave's export space. */
  free(wave: number, cycle = this.cycle + 1): this {
    return this.add({ kind: 'sx-freed', cycle, wave, packer: this.waves[wave].packer });
  }

  /** Exports, by default to colour 0 with the done bit. */
  export(wave: number, changes: Partial<Omit<Exported, 'kind'>> = {}): this {
    const cycle = this.next();
    const base = { cycle, wave, pc: this.at.exit, target: 0, enabled: 0, done: true };
    return this.add({ kind: 'exported', ...base, ...COUNTERS, ...changes });
  }

  /** Sends a message, by default the one that ends the wave's section. */
  sendMessage(wave: number, message = 7): this {
    return this.add({
      kind: 'message-sent',
      cycle: this.next(),
      wave,
      pc: this.at.exit,
      message,
      ...COUNTERS,
    });
  }

  /** Reports that the tracker counted the exit, so that `id` is now the id of the oldest unfinished wave. */
  countExit(wave: number, id: number, cycle?: number): this {
    const packer = this.waves[wave].packer;
    return this.add({ kind: 'section-exit', cycle: this.next(cycle), wave, packer, id });
  }

  /** Makes an exiting id visible to polls on the packer. */
  showId(id: number, packer = 0): this {
    return this.add({ kind: 'exiting-id-visible', cycle: this.next(), packer, id });
  }

  /** Ends the wave, or halts it with a trap. */
  end(wave: number, by: 'end' | 'end-ordered' | 'halt' = 'end'): this {
    const cycle = this.next();
    return this.add({
      kind: 'wave-ended',
      cycle,
      wave,
      pc: this.at.end,
      by,
      reason: by === 'halt' ? 'trap' : '',
    });
  }

  /** Reports that the device went idle while these units were still waiting. */
  quiesce(waiting: readonly Waiting[] = []): this {
    return this.add({ kind: 'quiesced', cycle: this.next(), waiting });
  }

  /** Runs the wave's load, store and exit, in that order. `base` has the same meaning as in `TestAccess`. */
  runSection(wave: number, base = BUFFER): this {
    return this.access({ wave, base }).access({ wave, base, operation: 'store' }).sendMessage(wave);
  }

  private createPackerWrite(packer: number): RegisterWrite {
    return chipOf(this.scenario.chip).gfx === 'gfx9'
      ? { register: 1, offset: 24, size: 2, value: (packer + 1) << 24 }
      : { register: 25, offset: 0, size: 3, value: packer * 2 + 1 };
  }

  private next(cycle = this.cycle + 1): number {
    return cycle;
  }
}

/** Returns the rules that fired, without duplicates. */
export function listFiredRules(verdict: Verdict): RuleId[] {
  return [...new Set(verdict.violations.map((violation) => violation.rule))];
}
