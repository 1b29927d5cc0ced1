import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, truncateSync } from 'node:fs';
import { z } from 'zod';
import { CHOICE, type ChoicePoint } from '../../rtl-model/index.js';
import {
  describeFirstIssue,
  parseJson,
  type Scenario,
  safeParse,
  scenarioToJson,
  UsageError,
} from '../../transactions/index.js';
import { fileErrorText, unwritable } from '../basics/file-errors.js';
import { readInput } from '../input/read-input.js';
import { describeHost, isOfThisVersion, originText } from '../records/manifest.js';
import type { AnsweredRun } from './answered-run.js';
import type { JudgedRun } from './judged-run.js';

const natural = z.int().min(0);
const texts = z.array(z.string());

const headerSchema = z.strictObject({
  search: z.string(),
  version: z.string(),
  commit: z.string().nullable(),
  changes: z.string().nullable(),
});

const stepSchema = z.tuple([z.string(), texts, natural]);

const runSchema = z.strictObject({
  /** Milliseconds of the search so far. */
  ms: z.number().min(0),
  /** Its order was a random one, and no part of the search. */
  random: z.optional(z.literal(true)),
  /** Questions that the search answered from what it knew. */
  known: natural,
  /** The others: fingerprint, history and steps. */
  asked: z.array(
    z.strictObject({ is: z.optional(z.string()), past: z.string(), steps: z.array(stepSchema) }),
  ),
  /** The last question ended the run. */
  ended: z.boolean(),
  choices: z.array(natural),
  finding: z.optional(
    z.strictObject({
      outcome: z.enum(['failed', 'inconclusive', 'error']),
      signature: z.string(),
      rule: z.string(),
    }),
  ),
  pinned: z.array(z.custom<ChoicePoint>((name) => typeof name === 'string' && Object.hasOwn(CHOICE, name))),
  spaces: texts,
  memory: z.optional(natural),
});

const lineSchema = z.union([
  z.strictObject({ part: z.tuple([texts, texts, texts, texts]) }),
  z.strictObject({ memory: z.string() }),
  z.strictObject({ run: runSchema }),
]);

type Line = z.infer<typeof lineSchema>;

/** A run of a search as its file keeps it. */
export interface KeptRun {
  readonly judged: JudgedRun;
  /** What the search was asked; undefined for a run in a random order. */
  readonly answered: AnsweredRun | undefined;
  /** Milliseconds of the search so far. */
  readonly ms: number;
}

/**
 * A file of all runs of a search, one line each: the questions that the search was asked, and the verdict. A search is resumed by asking
 * it the same questions again, without the device. A killed search loses its last second.
 */
export class SearchJournal {
  /** Runs of the file that no search has taken yet. */
  private kept: KeptRun[] = [];
  private readonly parts = new Map<string, number>();
  private readonly memories = new Map<string, number>();
  private lines: string[] = [];

  private constructor(private readonly file: string) {}

  /**
   * Opens the file, or begins it.
   *
   * @param histories whether the search tells states apart by what led to them.
   * @throws UsageError for a file that cannot be read or written, and for one of another scene or another version of the program.
   */
  static open(file: string, scene: Scenario, histories: boolean): SearchJournal {
    const journal = new SearchJournal(file);
    const { version, commit, changes } = describeHost();
    const search = createHash('sha256')
      .update(`${histories} ${scenarioToJson(scene)}`)
      .digest('hex');
    if (existsSync(file)) journal.read(search);
    else {
      journal.lines.push(JSON.stringify({ search, version, commit, changes }));
      journal.flush();
    }
    return journal;
  }

  /** Takes out the runs that the file held when it was opened, in their order. */
  takeKept(): readonly KeptRun[] {
    const { kept } = this;
    this.kept = [];
    return kept;
  }

  /** Keeps a run; `flush` writes it. */
  append({ judged, answered, ms }: KeptRun): void {
    const { pinned, spaces, choices, finding, memory } = judged;
    const asked = (answered?.asked ?? []).map(({ fingerprint, history, steps }) => ({
      ...(fingerprint === undefined ? {} : { is: fingerprint }),
      past: history,
      steps: steps.map(({ name, heldUp, footprint }) => [name, heldUp, this.partOf(footprint())]),
    }));
    const run = {
      ms: Math.round(ms),
      ...(answered === undefined ? { random: true } : {}),
      ...{ known: answered?.known ?? 0, asked, ended: answered?.ended ?? false },
      ...{ choices, finding, pinned, spaces: [...spaces] },
      ...(memory === undefined ? {} : { memory: this.memoryOf(memory) }),
    };
    this.lines.push(JSON.stringify({ run }));
  }

  /** Writes what was kept. @throws UsageError where it cannot. */
  flush(): void {
    if (this.lines.length === 0) return;
    try {
      appendFileSync(this.file, `${this.lines.join('\n')}\n`);
    } catch (error) {
      throw unwritable(error, `Cannot write "${this.file}": ${fileErrorText(error)}`);
    }
    this.lines = [];
  }

  private partOf(footprint: ReturnType<AnsweredRun['asked'][number]['steps'][number]['footprint']>): number {
    const { reads, writes, adds, needs } = footprint;
    return this.numberOf(
      'part',
      this.parts,
      [reads, writes, adds, needs].map((set) => [...set]),
    );
  }

  private memoryOf(memory: string): number {
    return this.numberOf('memory', this.memories, memory);
  }

  /** Number of a text or a list of such, which gets a line of its own where it is new. */
  private numberOf(kind: string, numbers: Map<string, number>, value: unknown): number {
    const key = JSON.stringify(value);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    this.lines.push(JSON.stringify({ [kind]: value }));
    return numbers.size - 1;
  }

  private read(search: string): void {
    const bytes = readInput('search', this.file);
    const whole = bytes.lastIndexOf('\n') + 1;
    const texts: string[] = [];
    for (let at = 0; at < whole; ) {
      const end = bytes.indexOf('\n', at);
      texts.push(bytes.toString('utf8', at, end));
      at = end + 1;
    }
    const header = this.lineOf(headerSchema, texts[0] ?? '', 1);
    if (header.search !== search)
      throw new UsageError(
        `Cannot resume ${this.file}: it holds a search of another scene; name another file`,
      );
    if (!isOfThisVersion(header))
      throw new UsageError(
        `Cannot resume ${this.file}: ${originText(header)} made it, this is another version; name another file`,
      );
    const reader = new RunReader();
    for (const [index, text] of texts.entries()) {
      if (index === 0) continue;
      const line = this.lineOf(lineSchema, text, index + 1);
      const kept = reader.read(line);
      if (kept !== undefined) this.kept.push(kept);
      else if ('part' in line) this.parts.set(JSON.stringify(line.part), this.parts.size);
      else if ('memory' in line) this.memories.set(JSON.stringify(line.memory), this.memories.size);
    }
    // What a killed search left of its last line is run again.
    truncateSync(this.file, whole);
  }

  private lineOf<T>(schema: z.ZodType<T>, text: string, number: number): T {
    const where = `Invalid search ${this.file}: line ${number}`;
    let document: unknown;
    try {
      document = parseJson(Buffer.from(text));
    } catch (error) {
      throw new UsageError(`${where} is not JSON (${(error as Error).message})`);
    }
    const parsed = safeParse(schema, document);
    if (parsed.success) return parsed.data;
    throw new UsageError(`${where}: ${describeFirstIssue(parsed.error, document)}`);
  }
}

/** Puts together runs from lines. */
class RunReader {
  private readonly parts: (() => ReturnType<AnsweredRun['asked'][number]['steps'][number]['footprint']>)[] =
    [];
  private readonly memories: string[] = [];

  /** The run of a line; undefined for a line that later ones refer to. */
  read(line: Line): KeptRun | undefined {
    if ('memory' in line) {
      this.memories.push(line.memory);
      return undefined;
    }
    if ('part' in line) {
      const [reads, writes, adds, needs] = line.part.map((names) => new Set(names));
      const footprint = { reads: reads!, writes: writes!, adds: adds!, needs: needs! };
      this.parts.push(() => footprint);
      return undefined;
    }
    const { ms, random, known, asked, ended, choices, finding, pinned, spaces, memory } = line.run;
    const judged: JudgedRun = {
      ...{ choices, pinned, spaces: new Set(spaces), isTooLong: false },
      ...(finding === undefined ? {} : { finding }),
      ...(memory === undefined ? {} : { memory: this.memories[memory]! }),
    };
    if (random === true) return { judged, answered: undefined, ms };
    const questions = asked.map(({ is, past, steps }) => ({
      fingerprint: is,
      history: past,
      steps: steps.map(([name, heldUp, part]) => ({ name, heldUp, footprint: this.parts[part]! })),
    }));
    return { judged, answered: { known, asked: questions, ended }, ms };
  }
}
