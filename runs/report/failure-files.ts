import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { drawViolationPicture } from '../../failures/picture/index.js';
import { readFailure, type StoredFailure } from '../../failures/stored/index.js';
import {
  type BestEffortSteps,
  FAILURE_FILES,
  findPackageRoot,
  getFailureFolder,
} from '../../harness/basics/index.js';
import { sortForExplanation } from '../../harness/records/index.js';
import type { Bucket } from '../../harness/run-directory/index.js';
import { getPlaygroundHash } from '../../harness/text/index.js';
import type { Violation } from '../../transactions/index.js';
import { type FailureView, PAGE_DIAGRAM_STYLE } from '../page/page-data.js';
import { writeListedPage, writeShownPage } from './failure-pages.js';

/** Where `npm run docs` builds the playground. */
const PLAYGROUND_PAGE = join(findPackageRoot(), 'docs', 'site', 'play', 'index.html');

/**
 * Returns a link, relative to a run directory, that opens a replay command's test in the playground, or
 * undefined if the playground has not been built or the test cannot be encoded in a URL.
 */
export function buildPlaygroundLink(
  directory: string,
  repro: string,
  page = PLAYGROUND_PAGE,
): string | undefined {
  const hash = getPlaygroundHash(repro);
  return hash === undefined || !existsSync(page) ? undefined : `${relative(directory, page)}#${hash}`;
}

const MAX_LISTED = 500;

/**
 * Maximum total number of transactions across the pages of listed failures; that many take about ten seconds to write.
 */
const MAX_LISTED_TRANSACTIONS = 200_000;

/**
 * Loads a bucket's smallest stored failure in full, and reruns it to draw its diagram and write its trace. Returns an
 * empty list if none is stored.
 */
export function loadShownFailure(directory: string, bucket: Bucket, steps: BestEffortSteps): FailureView[] {
  const stored = findStoredFailure(directory, bucket);
  if (stored === undefined) return [];
  const { signature, test, violations, message, scenario } = stored.failure;
  const earliest = violations.find(({ severity }) => severity === 'error');
  const [violation] = sortForExplanation(violations);
  const folder = getFailureFolder(signature, test);
  const replayed =
    scenario === undefined || earliest === undefined
      ? undefined
      : steps.attempt(`diagram of ${signature} ${test}`, () => {
          const replay = writeShownPage(scenario, join(directory, folder), stored.repro, earliest.cycle);
          return {
            ...(replay.witness && {
              picture: drawViolationPicture(scenario, replay.witness, PAGE_DIAGRAM_STYLE),
            }),
            ...findDetailedViolation(replay.verdict.violations, violation),
          };
        });
  return [
    {
      signature,
      test,
      files: listFiles(directory, folder),
      playground: buildPlaygroundLink(directory, stored.repro),
      violation,
      message,
      ...replayed,
    },
  ];
}

/** Returns the violation that the rerun reported, in full detail; empty if it differs from the stored one. */
function findDetailedViolation(
  violations: readonly Violation[],
  stored: Violation | undefined,
): Pick<FailureView, 'violation'> {
  const [violation] = sortForExplanation(violations);
  const isSame = violation?.rule === stored?.rule && violation?.observed === stored?.observed;
  return violation !== undefined && isSame ? { violation } : {};
}

/**
 * Loads the buckets' smallest stored failures, with links to their files. Writes a viewer page for each until the
 * transaction limit is reached.
 */
export function loadListedFailures(
  directory: string,
  buckets: readonly Bucket[],
  steps: BestEffortSteps,
): FailureView[] {
  let transactionsLeft = MAX_LISTED_TRANSACTIONS;
  return buckets.slice(0, MAX_LISTED).flatMap((bucket) => {
    const stored = findStoredFailure(directory, bucket);
    if (stored === undefined) return [];
    const { scenario, signature, test, violations } = stored.failure;
    const earliest = violations.find(({ severity }) => severity === 'error');
    const folder = getFailureFolder(signature, test);
    if (scenario !== undefined && transactionsLeft > 0)
      transactionsLeft -=
        steps.attempt(`page for ${signature} ${test}`, () =>
          writeListedPage(scenario, join(directory, folder), stored.repro, earliest?.cycle ?? 0),
        ) ?? 0;
    const playground = buildPlaygroundLink(directory, stored.repro);
    return [{ signature, test, files: listFiles(directory, folder), playground }];
  });
}

/**
 * Returns a bucket's smallest failure, or its first if the smallest is not stored, with the command that reruns it.
 * Returns undefined if neither is stored.
 */
function findStoredFailure(
  directory: string,
  { signature, smallest, first, repro }: Bucket,
): { readonly failure: StoredFailure; readonly repro: string } | undefined {
  const smallestFailure = readFailure(directory, signature, smallest.test);
  if (smallestFailure !== undefined) return { failure: smallestFailure, repro: smallest.repro };
  const failure = readFailure(directory, signature, first);
  return failure && { failure, repro };
}

function listFiles(directory: string, folder: string): NonNullable<FailureView['files']> {
  return Object.entries(FAILURE_FILES)
    .map(([name, file]) => ({
      name: name === 'nearestPass' ? 'nearest pass' : name,
      path: `${folder}/${file}`,
    }))
    .filter(({ path }) => existsSync(join(directory, path)));
}
