import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { natural, RUN_FILES } from '../../base/basics/index.js';
import { bytesMax } from '../../base/input/index.js';
import { eachOf, parseJson, safeParse, visibleLine } from '../../transactions/index.js';
import { isTestId } from '../selection/test-name.js';
import { FIX_STATES, type GroupFix } from '../triage-findings/group-fix.js';
import { readLogged } from './logged-files.js';

const line = z.string().max(bytesMax('logText')).transform(visibleLine);

/** Files of runs that proved no fix have none. */
const groupsSchema = eachOf(
  z.strictObject({
    signature: line,
    state: z.enum(FIX_STATES),
    scenarios: natural,
    runs: natural,
    failed: natural,
    armed: natural.nullable(),
    lost: natural,
    why: line.exactOptional(),
    lastStep: line.exactOptional(),
    other: line.exactOptional(),
    repro: line.exactOptional(),
  } satisfies Record<keyof GroupFix, z.ZodType>),
);

const againSchema = z.strictObject({
  runId: z.string().max(1000).transform(visibleLine),
  tests: natural,
  stored: natural,
  different: eachOf(z.string().refine(isTestId)),
  unknown: natural,
  groups: groupsSchema.exactOptional(),
});

/** Whether the tests of a run that repeats another one are those of that run. */
export interface Again {
  /** The run that it repeats. */
  readonly runId: string;
  readonly tests: number;
  /** Tests that ran from the scenario that the other run stored. */
  readonly stored: number;
  /** Ids of generated tests whose scenario is another one than in that run. */
  readonly different: readonly string[];
  /** Generated tests of which that run does not say what they were. */
  readonly unknown: number;
  /** How its failure groups stand, where their stored scenarios ran under many schedules. */
  readonly groups?: readonly GroupFix[];
}

/** What a run says of the tests of the run that it repeats, where it has that and it can be used. */
export function readAgain(directory: string): { readonly again?: Again } {
  const file = join(directory, RUN_FILES.again);
  if (!existsSync(file)) return {};
  try {
    const again = safeParse(againSchema, parseJson(readLogged('small', file))).data;
    return again === undefined ? {} : { again };
  } catch {
    return {};
  }
}
