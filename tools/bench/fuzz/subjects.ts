import fc from 'fast-check';
import { runScenarioTest } from '../../../harness/one-test/index.js';
import { openCorpus } from '../../../harness/programs/index.js';
import { TraceJudge } from '../../../intake/check-trace/trace-judge.js';
import { runScenario } from '../../../rtl-model/index.js';
import {
  parseScenario,
  scenarioToJson,
  traceRecord,
  transactionLine,
  UsageError,
} from '../../../transactions/index.js';
import { type DocumentEdit, editDocument, mildEdits } from './arbitraries.js';
import { FINDING_BYTES, INPUT_FINDINGS } from './findings.js';
import { makeInputs, makeSmallRun, prepareInputs } from './inputs.js';
import { createLineFiles, makeLines } from './lines.js';
import { type ChildRequest, MonitoredChild } from './monitored-child.js';
import {
  changedPrograms,
  type DrawnTest,
  decodeWords,
  drawnTests,
  generateScenario,
  makeWords,
  runChangedProgram,
} from './programs.js';
import { LINE_FOLDER, READER_FOLDER } from './readers.js';
import type { Tally } from './tally.js';

/** Something to fuzz: its inputs, and what to do with one, which throws for a finding. */
export interface Subject<T = unknown> {
  readonly kind: string;
  readonly inputs: fc.Arbitrary<T>;
  /** Inputs to try before drawn ones. */
  readonly examples?: readonly T[];
  readonly run: (input: T) => unknown;
  /** Returns an input as text. */
  readonly show: (input: T) => string;
}

/** Cycle limit for a changed scenario. */
const MAX_CYCLES = 1_000_000;
const MAX_RECORDS = 1500;

/** Returns the subjects that run in this process: the decoder, the model, and the judges of scenarios and traces. */
export function makeModelSubjects(tally: Tally, corpus = openCorpus()): readonly Subject[] {
  const changedTests = fc.record({ test: drawnTests, edits: mildEdits });
  return [
    createSubject('words', makeWords(corpus), (words) => decodeWords(words, tally)),
    createSubject('program', changedPrograms, (changed) => runChangedProgram(changed, corpus, tally)),
    createSubject('scenario', changedTests, ({ test, edits }) => {
      const document = JSON.parse(scenarioToJson(generateScenario(test, corpus))) as unknown;
      tally.add(
        'scenarios',
        refuseOr(() => judgeScenario(editDocument(document, edits))),
      );
    }),
    createSubject('trace', changedTests, ({ test, edits }) =>
      tally.add(
        'traces',
        refuseOr(() => judgeTrace(test, edits)),
      ),
    ),
  ];

  function judgeScenario(document: unknown): string {
    const { finding } = runScenarioTest(parseScenario(document, 'fuzz'), { cycles: MAX_CYCLES });
    return finding === undefined ? 'pass' : finding.outcome;
  }

  /** Changes, repeats or drops records of a trace and checks it. */
  function judgeTrace(test: DrawnTest, edits: readonly DocumentEdit[]): string {
    const scenario = generateScenario(test, corpus);
    const records: unknown[] = [];
    runScenario(scenario, (transaction) => {
      if (records.length < MAX_RECORDS) records.push(JSON.parse(transactionLine(transaction)));
    });
    const traceJudge = new TraceJudge('fuzz', scenario);
    for (const [index, record] of (editDocument(records, edits) as unknown[]).entries()) {
      const location = `record ${index}`;
      traceJudge.observe(traceRecord(record, location), location);
    }
    return traceJudge.finish().verdict;
  }
}

/** Returns what `run` returns, or `refused` if it throws a user error of one line. */
function refuseOr(run: () => string): string {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (error.message.includes('\n')) throw new Error(`multi-line error message: ${error.message}`);
    return 'refused';
  }
}

/** The subjects that run in a child process, and a function that ends it. */
export interface ChildSubjects {
  readonly lines: Subject;
  readonly readers: readonly Subject[];
  close(): void;
}

/** Returns the readers of every input format, the inputs that once broke one, and the command lines. */
export async function makeChildSubjects(tally: Tally): Promise<ChildSubjects> {
  const run = makeSmallRun();
  const child = new MonitoredChild((folder) => {
    prepareInputs(`${folder}/${READER_FOLDER}`, run);
    createLineFiles(`${folder}/${LINE_FOLDER}`, run);
  });
  const ask = async (kind: string, request: ChildRequest): Promise<void> => {
    const answer = await child.ask(request);
    // The stack is the child's, and part of the problem.
    if ('problem' in answer) throw Object.assign(new Error(answer.problem), { stack: answer.problem });
    tally.add(kind, answer.outcome);
  };
  const readers = Object.entries(makeInputs(run)).map(([kind, inputs]) =>
    createSubject(kind, inputs, (bytes) => ask(kind, { reader: kind, bytes }), showBytes),
  );
  const findings = createSubject(
    'finding',
    fc.constantFrom(...INPUT_FINDINGS),
    ({ kind, bytes }) => ask(kind, { reader: kind, bytes: bytes(FINDING_BYTES) }),
    ({ name }) => name,
  );
  return {
    lines: createSubject(
      'line',
      await makeLines(),
      (words) => ask('lines', { words }),
      (words) => `pops-tb ${JSON.stringify(words)}`,
    ),
    readers: [{ ...findings, examples: INPUT_FINDINGS }, ...readers],
    close: () => child.close(),
  };
}

function createSubject<T>(
  kind: string,
  inputs: fc.Arbitrary<T>,
  run: (input: T) => unknown,
  show: (input: T) => string = (input) => JSON.stringify(input),
): Subject {
  return { kind, inputs, run, show } as Subject;
}

/** Returns bytes as a quoted string if they are text, and otherwise as base64. */
function showBytes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8');
  return Buffer.from(text).equals(bytes)
    ? JSON.stringify(text)
    : `base64 ${Buffer.from(bytes).toString('base64')}`;
}
