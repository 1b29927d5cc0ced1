import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatSeed, parseSeed } from '../../../transactions/index.js';
import { type CampaignState, openCampaign, runCampaign } from './campaign.js';
import { inputCase, layOutFolder, readAs } from './input-case.js';
import { smallRun, validInputs } from './valid-inputs.js';

const STATE = 'out/fuzz/state.json';
const SEED = '0x5eed';
const MINUTE_MS = 60_000;
const SHOWN_MAX = 20;

/** Fuzzes input formats where the words ask for it, and gives the exit code; undefined where they do not. */
export async function runInputs(args: readonly string[]): Promise<number | undefined> {
  const asks = args.some((word) => /^--(?:minutes|input)(?:=|$)/.test(word));
  if (!asks) return undefined;
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string' },
      input: { type: 'string' },
      seed: { type: 'string', default: SEED },
      state: { type: 'string', default: STATE },
    },
  });
  const parsed = parseSeed(values.seed);
  const [minutes, input] = [Number(values.minutes ?? 0), Number(values.input ?? 0)];
  if (!parsed.ok || !(minutes >= 0) || !Number.isSafeInteger(input) || input < 0) {
    console.error(
      'Invalid words: expected --minutes and --input as numbers, and --seed as 0x and hex digits',
    );
    return 2;
  }
  if (values.input !== undefined) return runOne(parsed.seed, input);
  const state = openCampaign(values.state, parsed.seed);
  await runCampaign(state, values.state, minutes * MINUTE_MS);
  return told(state);
}

/** One input alone, on this thread. */
async function runOne(seed: CampaignState['seed'], number: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pops-fuzz-one-'));
  const inputs = validInputs(smallRun());
  layOutFolder(folder, inputs);
  const [reader, bytes] = inputCase(seed, number, inputs);
  console.log(
    `input ${number}: ${reader.kind}, ${bytes.length} bytes in ${join(folder, reader.kind, reader.file)}`,
  );
  const began = performance.now();
  const outcome = await readAs(reader, bytes, folder);
  console.log(`${outcome} in ${Math.ceil(performance.now() - began)} ms`);
  rmSync(folder, { recursive: true });
  return 0;
}

function told({ seed, next, counts, broken }: CampaignState): number {
  for (const [outcome, count] of Object.entries(counts).sort())
    console.log(`${String(count).padStart(10)}  ${outcome}`);
  for (const { number, why } of broken.slice(0, SHOWN_MAX)) {
    console.error(`input ${number}: ${why}`);
    console.error(`To see it again: npm run fuzz -- --input ${number} --seed ${formatSeed(seed)}`);
  }
  console.log(
    `${next} inputs of seed ${formatSeed(seed)}: ${broken.length === 0 ? 'each was read or refused in one line' : `${broken.length} findings`}`,
  );
  return broken.length === 0 ? 0 : 1;
}
