import { TraceJudge } from '../../designs/check-trace/trace-judge.js';
import { runScenarioTest } from '../../harness/one-test/index.js';
import { runScenario } from '../../rtl-model/index.js';
import { type Corpus, SEQUENCES } from '../../stimulus/index.js';
import {
  formatSeed,
  parseScenario,
  type RandomStream,
  type Scenario,
  scenarioToJson,
  traceRecord,
  transactionLine,
  UsageError,
} from '../../transactions/index.js';
import { mutateDocument } from './mutate-document.js';
import { pick } from './real-programs.js';
import type { Tally } from './tally.js';

/** Cycle limit for a mutated scenario. */
const MAX_CYCLES = 1_000_000;

/** Maximum number of records in a trace. */
const MAX_RECORDS = 1500;
/** Maximum number of changes to a trace's records. */
const MAX_CHANGES = 3;

/** Mutates a scenario file. The result must either be rejected with a one-line error or produce a verdict. */
export function runScenarioCase(random: RandomStream, corpus: Corpus, tally: Tally): void {
  const original = generateScenario(random, corpus);
  tallyOutcome(tally, 'scenarios', () => {
    const scenario = parseScenario(mutateDocument(random, JSON.parse(scenarioToJson(original))), 'fuzz');
    const { finding } = runScenarioTest(scenario, { cycles: MAX_CYCLES });
    return finding === undefined ? 'pass' : finding.outcome;
  });
}

/** Mutates, repeats or drops a few records of a trace and checks the trace. */
export function runTraceCase(random: RandomStream, corpus: Corpus, tally: Tally): void {
  const scenario = generateScenario(random, corpus);
  const records: unknown[] = [];
  runScenario(scenario, (transaction) => {
    if (records.length < MAX_RECORDS) records.push(JSON.parse(transactionLine(transaction)));
  });
  for (let changes = 1 + random.below(MAX_CHANGES); changes > 0; changes--) changeRecords(random, records);
  tallyOutcome(tally, 'traces', () => {
    const traceJudge = new TraceJudge('fuzz', scenario);
    for (const [index, record] of records.entries()) {
      const location = `record ${index}`;
      traceJudge.observe(traceRecord(record, location), location);
    }
    return traceJudge.finish().verdict;
  });
}

function changeRecords(random: RandomStream, records: unknown[]): void {
  const index = random.below(records.length);
  const otherIndex = random.below(records.length);
  switch (random.below(4)) {
    case 0:
      records.splice(index, 1);
      break;
    case 1:
      records.splice(index, 0, records[otherIndex]);
      break;
    default:
      records[index] = mutateDocument(random, records[index]);
  }
}

function generateScenario(random: RandomStream, corpus: Corpus): Scenario {
  const seed = formatSeed({ high: random.nextUint32(), low: random.nextUint32() });
  return pick(random, SEQUENCES).generate({ seed, corpus, knobs: {}, faults: [] });
}

function tallyOutcome(tally: Tally, category: string, run: () => string): void {
  try {
    tally.add(category, run());
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (error.message.includes('\n')) throw new Error(`multi-line error message: ${error.message}`);
    tally.add(category, 'refused');
  }
}
