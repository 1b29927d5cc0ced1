import { parseArgs } from 'node:util';
import { present } from '../../../arch/index.js';
import { generateSeed } from '../../../harness/basics/index.js';
import { formatSeed, parseSeed, type Seed } from '../../../transactions/index.js';
import { type Finding, fuzzSubject, getKindSeed, runCampaign } from './campaign.js';
import { makeChildSubjects, makeModelSubjects } from './subjects.js';
import { Tally } from './tally.js';

const USAGE = `Usage: npm run fuzz -- [--count CASES] [--seed 0x…]
       npm run fuzz -- --minutes N [--seed 0x…]
       npm run fuzz -- --only KIND --seed 0x… --path PATH`;
const DEFAULT_COUNT = '1000';
const MINUTE_MS = 60_000;
/** Fraction of the time to spend on command lines. */
const LINES_FRACTION = 0.3;

/** A parsed command line. */
interface Request {
  readonly seed: Seed;
  readonly minutes?: number;
  readonly count: number;
  readonly only?: string;
  readonly path?: string;
}

function parseRequest(args: readonly string[]): Request {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: formatSeed(generateSeed()) },
      minutes: { type: 'string' },
      count: { type: 'string', default: DEFAULT_COUNT },
      only: { type: 'string' },
      path: { type: 'string' },
    },
  });
  const { only, path } = values;
  const parsed = parseSeed(values.seed);
  if (!parsed.ok) throw new Error(parsed.error);
  const [minutes, count] = [Number(values.minutes ?? 0), Number(values.count)];
  if (!(minutes >= 0)) throw new Error(`Invalid --minutes: expected a number, got ${values.minutes}`);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new Error(`Invalid --count: expected 1 or more, got ${values.count}`);
  if ((only === undefined) !== (path === undefined)) throw new Error('--only and --path go together');
  return {
    seed: parsed.seed,
    count,
    ...(values.minutes === undefined ? {} : { minutes }),
    ...present({ only, path }),
  };
}

async function repeat({ seed, only, path }: Request, tally: Tally): Promise<readonly Finding[]> {
  const children = await makeChildSubjects(tally);
  const subjects = [...makeModelSubjects(tally), ...children.readers, children.lines];
  try {
    const subject = subjects.find(({ kind }) => kind === only);
    if (subject === undefined)
      throw new Error(
        `Invalid --only: expected one of ${subjects.map(({ kind }) => kind).join(', ')}, got ${only}`,
      );
    return [await fuzzSubject(subject, seed.low | 0, 1, path)].filter((finding) => finding !== undefined);
  } finally {
    children.close();
  }
}

/** Feeds hostile files to every reader, and hostile command lines to every command. */
async function attack(seed: Seed, minutes: number, tally: Tally): Promise<readonly Finding[]> {
  const { lines, readers, close } = await makeChildSubjects(tally);
  const ms = minutes * MINUTE_MS;
  try {
    const brokenLines = await runCampaign([lines], seed, LINES_FRACTION * ms);
    return [...brokenLines, ...(await runCampaign(readers, seed, (1 - LINES_FRACTION) * ms))];
  } finally {
    close();
  }
}

async function run(request: Request): Promise<void> {
  const { seed, minutes, count, only } = request;
  const tally = new Tally();
  const findings: Finding[] = [];
  console.log(`fuzz with seed ${formatSeed(seed)}`);
  if (only !== undefined) findings.push(...(await repeat(request, tally)));
  else if (minutes !== undefined) findings.push(...(await attack(seed, minutes, tally)));
  else
    for (const subject of makeModelSubjects(tally)) {
      const finding = await fuzzSubject(subject, getKindSeed(seed, subject.kind, 0), count);
      if (finding !== undefined) findings.push(finding);
    }
  console.log(tally.format());
  for (const { kind, problem, input, reproCommand } of findings)
    console.error(`${kind}: ${problem}\nSmallest input: ${input}\nReproduce with: ${reproCommand}`);
  console.log(findings.length === 0 ? 'all had expected outcomes' : `${findings.length} findings`);
  if (findings.length > 0) process.exitCode = 1;
}

let request: Request | undefined;
try {
  request = parseRequest(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  process.exitCode = 2;
}
if (request !== undefined) await run(request);
