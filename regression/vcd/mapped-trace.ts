import { UsageError } from '../../transactions/index.js';
import { nameOf } from '../input/read-input.js';
import { openDump } from './dump-file.js';
import { EdgeTimes } from './edge-times.js';
import { parseExpression } from './expression.js';
import { Numbering } from './numbering.js';
import { type MakeRecord, recordMakers } from './record-maker.js';
import type { Evaluate, Sample } from './sample.js';
import { type RecordTemplate, readSignalMap, type SignalMap } from './signal-map.js';
import { Signals } from './signals.js';
import { telling } from './telling.js';
import { type Bits, type DumpedSignal, ValueChanges } from './value-changes.js';

/** A record that was made from signals, and how messages call it. */
export interface MadeRecord {
  readonly value: Readonly<Record<string, unknown>>;
  readonly place: string;
}

/** A trace that is made from a value change dump by a signal map, as the dump is read. */
export class MappedTrace {
  readonly times = new EdgeTimes();
  private readonly changes: ValueChanges;
  private readonly map: SignalMap;
  private readonly made: MadeRecord[] = [];
  private makers: readonly MakeRecord[] = [];
  private lastMakers: readonly MakeRecord[] = [];
  private isActive: Evaluate = () => 1;
  private cycle = 0;
  private history: [now: Bits, before: Bits] = [[], []];
  private readonly numbering: Numbering;

  /** Throws `UsageError` for a map that is none. */
  constructor(
    private readonly file: string,
    private readonly mapFile: string,
  ) {
    this.map = readSignalMap(mapFile);
    const kinds = this.map.records.map(({ kind }) => kind);
    this.numbering = new Numbering(kinds.includes('memory-returned'));
    this.changes = new ValueChanges(
      file,
      { declared: (signals) => this.declared(signals), edge: (bits, time) => this.edge(bits, time) },
      this.map.edge,
    );
  }

  /**
   * The records in order; `hear` is called with all that is read. Throws `UsageError` for a dump that is none, lacks a signal of the map,
   * or does not say what a field asks for.
   */
  async *records(hear: (chunk: Uint8Array) => void): AsyncGenerator<MadeRecord> {
    let rest = '';
    for await (const chunk of openDump(this.file)) {
      hear(chunk);
      const words = (rest + Buffer.from(chunk).toString('latin1')).split(/[\s]+/);
      rest = words.pop()!;
      for (const word of words) if (word !== '') this.changes.take(word);
      yield* this.made.splice(0);
    }
    if (rest !== '') this.changes.take(rest);
    this.changes.finish();
    this.history = [this.changes.bits, this.history[0]];
    this.make(this.lastMakers, this.changes.time);
    yield* this.made.splice(0);
  }

  private declared(signals: readonly DumpedSignal[]): readonly DumpedSignal[] {
    const { clock, active, names, records, scope } = this.map;
    try {
      const found = new Signals(signals, this.file, scope);
      found.placeOf(clock);
      const given = new Map<string, Evaluate>();
      const read = (text: string | number | boolean): Evaluate =>
        typeof text === 'string'
          ? parseExpression(text, { signals: found, given, indices: new Map() })
          : () => Number(text);
      for (const [name, text] of Object.entries(names))
        given.set(
          name,
          telling(`names.${name}`, () => read(text)),
        );
      if (active !== undefined) this.isActive = telling('active', () => read(active));
      const context = { signals: found, given, numbering: this.numbering };
      const makersOf = (list: string, templates: readonly RecordTemplate[]): MakeRecord[] =>
        templates.flatMap((template, at) =>
          telling(`${list}[${at}] (${template.kind})`, () => recordMakers(template, context)),
        );
      this.makers = makersOf('records', records);
      this.lastMakers = makersOf('finally', this.map.finally);
      return found.followed;
    } catch (error) {
      if (error instanceof UsageError)
        throw new UsageError(`Invalid ${nameOf('signalMap', this.mapFile)}: ${error.message}`);
      throw error;
    }
  }

  private edge(bits: Bits, time: number): void {
    this.history = [[...bits], this.history[0]];
    if ((this.isActive(this.sample(), 0) ?? 0) === 0) return;
    this.cycle++;
    this.times.add(this.cycle, time);
    this.make(this.makers, time);
  }

  private make(makers: readonly MakeRecord[], time: number): void {
    const sample = this.sample();
    const place = `dump ${this.file}, time ${time}`;
    for (const maker of makers) {
      const record = telling(`Cannot map ${place}`, () => maker(sample));
      if (record !== undefined) this.made.push({ value: { cycle: this.cycle, ...record }, place });
    }
  }

  private sample(): Sample {
    return {
      history: this.history,
      cycle: this.cycle,
      waveOf: (packer, id) => this.numbering.waveOf(packer, id),
      lane: Number.NaN,
      x: Number.NaN,
      y: Number.NaN,
    };
  }
}
