import { describeInput } from '../../harness/input/index.js';
import { UsageError } from '../../transactions/index.js';
import { type DumpRecord, readDump } from './dump-file.js';
import { MapEvaluator } from './map-reading.js';
import { NumberAssigner } from './numbering.js';
import { compileRecord, type RecordMaker } from './record-maker.js';
import { type RecordTemplate, readSignalMap, type SignalMap } from './signal-map.js';
import { type Evaluate, prefixErrors, type Sample, Signals } from './signals.js';
import { type Bits, type DumpSignal, ValueChanges } from './value-changes.js';

/** The maximum number of stretches to keep. Beyond that, the oldest ones are dropped. */
const MAX_STRETCHES = 1 << 16;

/** A range of cycles in which the clock period is constant. */
interface Stretch {
  readonly cycle: number;
  readonly time: number;
  /** The time between two edges. Undefined until the second edge. */
  step: number | undefined;
  /** The last cycle of the stretch so far. */
  last: number;
}

/** Stores the times of clock edges compactly, keeping only changes in the clock period. */
class EdgeTimes {
  private readonly stretches: Stretch[] = [];

  add(cycle: number, time: number): void {
    const current = this.stretches.at(-1);
    if (current !== undefined && cycle === current.last + 1) {
      current.step ??= time - current.time;
      if (time === current.time + current.step * (cycle - current.cycle)) {
        current.last = cycle;
        return;
      }
    }
    this.stretches.push({ cycle, time, step: undefined, last: cycle });
    if (this.stretches.length > MAX_STRETCHES) this.stretches.shift();
  }

  /** Returns the time of a cycle's edge, or undefined if it was not kept. */
  getTime(cycle: number): number | undefined {
    const stretch = this.stretches.findLast((candidate) => candidate.cycle <= cycle);
    if (stretch === undefined || cycle > stretch.last) return undefined;
    return stretch.time + (stretch.step ?? 0) * (cycle - stretch.cycle);
  }
}

const END_KINDS: readonly string[] = ['quiesced', 'stopped'];
const SHOWING_KINDS: readonly string[] = ['exiting-id-visible', 'exiting-id-polled'];

type MadeRecord = NonNullable<ReturnType<RecordMaker>>;

/** Moves records of a cycle that show an id behind the exit that makes it the exiting id: a map need not know this order. */
function showAfterCounting(made: readonly MadeRecord[]): readonly MadeRecord[] {
  const ordered = [...made];
  for (const exit of made.filter(({ kind }) => kind === 'section-exit')) {
    const early = ordered
      .slice(0, ordered.indexOf(exit))
      .filter(
        (r) => SHOWING_KINDS.includes(r.kind as string) && r.packer === exit.packer && r.id === exit.id,
      );
    for (const record of early) ordered.splice(ordered.indexOf(record), 1);
    ordered.splice(ordered.indexOf(exit) + 1, 0, ...early);
  }
  return ordered;
}

/** Uses a signal map to convert a value change dump to a trace as the dump is read. */
export class MappedTrace {
  readonly times = new EdgeTimes();
  private readonly changes: ValueChanges;
  /** Why the dump ends before its run does, if it does. */
  cut: string | undefined;
  private readonly queue: DumpRecord[] = [];
  private hasEnd = false;
  private makers: readonly RecordMaker[] = [];
  private finalMakers: readonly RecordMaker[] = [];
  private isActive: Evaluate = () => 1;
  private cycle = 0;
  private evaluator: MapEvaluator | undefined;
  private readonly numbering: NumberAssigner;

  private constructor(
    private readonly file: string,
    private readonly mapFile: string,
    private readonly map: SignalMap,
  ) {
    const kinds = this.map.records.map(({ kind }) => kind);
    this.numbering = new NumberAssigner(kinds.includes('memory-returned'));
    this.changes = new ValueChanges(
      file,
      {
        onDeclared: (signals) => this.trackSignals(signals),
        onEdge: (bits, time) => this.handleEdge(bits, time),
      },
      this.map.edge,
    );
  }

  /** Opens a dump with a map. Throws `UsageError` if the map is invalid. */
  static async open(file: string, mapFile: string): Promise<MappedTrace> {
    return new MappedTrace(file, mapFile, await readSignalMap(mapFile));
  }

  /**
   * Builds the records in order, and calls `onChunk` with each chunk of the dump. A dump ends in the same way when its
   * simulator is killed, so `finally` only applies if `isUnderWay` finds no unfinished work of the map's kinds; its
   * conditional records always do. Throws `UsageError` if the dump is invalid, or lacks a signal or data that the map
   * requires.
   */
  async *records(
    onChunk: (chunk: Uint8Array) => void,
    isUnderWay: (kinds: readonly string[]) => boolean = () => false,
  ): AsyncGenerator<DumpRecord> {
    const take = (): DumpRecord[] => this.queue.splice(0);
    const isBetweenChanges = yield* readDump(this.file, this.changes, onChunk, take);
    if (this.cycle === 0)
      throw new UsageError(
        `Invalid dump ${this.file}: it has no active edge of ${this.map.clock}, so nothing in it can be judged`,
      );
    this.finish(isBetweenChanges, isUnderWay(this.map.records.map(({ kind }) => kind)));
    yield* take();
  }

  private finish(isBetweenChanges: boolean, isUnderWay: boolean): void {
    const sample = this.sample(this.changes.bits);
    const makeFinal = (isConditional: boolean): void =>
      this.makeRecords(
        this.finalMakers.filter((_, i) => (this.map.finally[i]!.when !== undefined) === isConditional),
        sample,
        this.changes.time,
      );
    if (isBetweenChanges) makeFinal(true);
    if (isBetweenChanges && !isUnderWay) makeFinal(false);
    if (this.hasEnd) return;
    if (!isBetweenChanges) this.cut = 'it ends within a value change';
    else
      this.cut = isUnderWay
        ? 'it ends while work is under way (if the design hangs, give `finally` a `when`)'
        : 'the map makes no end of the run (no `quiesced` or `stopped` record in `finally`)';
  }

  private trackSignals(signals: readonly DumpSignal[]): readonly DumpSignal[] {
    const { clock, active, records, scope, signals: names } = this.map;
    try {
      const dump = new Signals(signals, this.file, scope);
      dump.indexOf(clock);
      const compiler = new MapEvaluator(dump, names, (id, packer = 0) => this.numbering.findWave(packer, id));
      this.evaluator = compiler;
      if (active !== undefined)
        this.isActive = prefixErrors('active', () => compiler.compileCondition(active));
      const compileRecords = (list: string, templates: readonly RecordTemplate[]): RecordMaker[] =>
        templates.map((template, i) =>
          prefixErrors(`${list}[${i}] (${template.kind})`, () =>
            compileRecord(template, this.numbering, compiler),
          ),
        );
      this.makers = compileRecords('records', records);
      this.finalMakers = compileRecords('finally', this.map.finally);
      return dump.tracked;
    } catch (error) {
      if (error instanceof UsageError)
        throw new UsageError(`Invalid ${describeInput('signalMap', this.mapFile)}: ${error.message}`);
      throw error;
    }
  }

  private handleEdge(bits: Bits, time: number): void {
    const sample = this.sample(bits);
    if ((this.isActive(sample) ?? 0) === 0) return;
    this.cycle++;
    this.times.add(this.cycle, time);
    this.makeRecords(this.makers, { ...sample, cycle: this.cycle }, time);
  }

  private makeRecords(makers: readonly RecordMaker[], sample: Sample, time: number): void {
    const location = `dump ${this.file}, time ${time}`;
    const made = makers
      .map((maker) => prefixErrors(`Cannot map ${location}`, () => maker(sample)))
      .filter((record) => record !== undefined);
    for (const record of showAfterCounting(made)) {
      this.queue.push({ value: { cycle: this.cycle, ...record }, location });
      this.hasEnd ||= END_KINDS.includes(record.kind as string);
    }
  }

  private sample(bits: Bits): Sample {
    return this.evaluator!.sample(bits, this.cycle);
  }
}
