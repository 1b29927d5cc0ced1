import { parseArgs } from 'node:util';
import { generateSeed } from '../../../harness/basics/index.js';
import { formatSeed, parseSeed } from '../../../transactions/index.js';
import { type Finding, fuzzSubject, runCampaign } from './campaign.js';
import { makeChildSubjects, makeModelSubjects } from './subjects.js';
import { Tally } from './tally.js';

const USAGE = 'Usage: npm run fuzz -- [--minutes N] [--seed 0x…] [--only KIND [--path PATH]]';
const DEFAULT_MINUTES = '1';
const MINUTE_MS = 60_000;

function readRequest() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: formatSeed(generateSeed()) },
      minutes: { type: 'string', default: DEFAULT_MINUTES },
      only: { type: 'string' },
      path: { type: 'string' },
    },
  });
  const parsed = parseSeed(values.seed);
  if (!parsed.ok) throw new Error(parsed.error);
  const minutes = Number(values.minutes);
  if (!(minutes >= 0)) throw new Error(`Invalid --minutes: expected a number, got ${values.minutes}`);
  if (values.path !== undefined && values.only === undefined) throw new Error('Missing --only for --path');
  return { ...values, seed: parsed.seed, ms: minutes * MINUTE_MS };
}

/** Changes programs, scenarios, traces, files and command lines, or repeats one finding. */
async function fuzz({ seed, ms, only, path }: ReturnType<typeof readRequest>): Promise<readonly Finding[]> {
  const tally = new Tally();
  const { lines, readers, close } = await makeChildSubjects(tally);
  try {
    const all = [...makeModelSubjects(tally), lines, ...readers];
    const subjects = all.filter(({ kind }) => only === undefined || kind === only);
    const [first] = subjects;
    if (first === undefined)
      throw new Error(`Unknown kind ${only}: expected one of ${all.map(({ kind }) => kind).join(', ')}`);
    const findings =
      path === undefined
        ? await runCampaign(subjects, seed, ms)
        : [await fuzzSubject(first, seed.low | 0, 1, path)].filter((finding) => finding !== undefined);
    console.log(tally.format());
    return findings;
  } finally {
    close();
  }
}

let request: ReturnType<typeof readRequest> | undefined;
try {
  request = readRequest();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 2;
}
if (request !== undefined) {
  console.log(`fuzz with seed ${formatSeed(request.seed)}`);
  const findings = await fuzz(request);
  for (const { kind, problem, input, reproCommand } of findings)
    console.error(`${kind}: ${problem}\nSmallest input: ${input}\nReproduce with: ${reproCommand}`);
  console.log(findings.length === 0 ? 'all had expected outcomes' : `${findings.length} findings`);
  if (findings.length > 0) process.exitCode = 1;
}
