import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { natural, RUN_FILES } from '../../base/basics/index.js';
import { bytesMax } from '../../base/input/index.js';
import { eachOf, type FaultId, parseJson, safeParse, visibleLine } from '../../transactions/index.js';
import { faultsSchema } from '../records/manifest.js';
import { isTestId } from '../selection/test-name.js';
import { FIX_STATES, type GroupFix } from '../triage-findings/group-fix.js';
import { readLogged } from './logged-files.js';

const line = z.string().max(bytesMax('logText')).transform(visibleLine);

/** Absent from files of runs that did not try to prove fixes. */
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
  without: faultsSchema.exactOptional(),
  groups: groupsSchema.exactOptional(),
});

/** Whether the tests of a repeating run are those of the original run. */
export interface Again {
  /** The run it repeats. */
  readonly runId: string;
  readonly tests: number;
  /** Number of tests that ran from the other run's stored scenario. */
  readonly stored: number;
  /** Ids of generated tests whose scenario differs from that run's. */
  readonly different: readonly string[];
  /** Number of generated tests that the other run's log does not describe. */
  readonly unknown: number;
  /** Faults of the library that were in that run's build and are not in this one's; absent if none. */
  readonly without?: readonly FaultId[];
  /** The status of its failure groups, if their stored scenarios ran under many schedules. */
  readonly groups?: readonly GroupFix[];
}

/** What a run says about the tests of the run it repeats, if available and usable. */
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
