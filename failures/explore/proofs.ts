import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { findPackageRoot, readGitCheckout } from '../../harness/basics/index.js';
import { hashProgramCode } from '../../harness/built/index.js';
import { readDocument } from '../../harness/input/index.js';
import { writeAtomic } from '../../harness/output/index.js';
import { formatQuantity } from '../../harness/text/index.js';
import { createDocumentListSchema, MODEL_VERSION } from '../../transactions/index.js';
import { getSceneName, LAYERED, type SmallScene, scene, WRAPPING } from './compared-scenes.js';
import type { ExploreResult } from './explore.js';

/**
 * The scenes of `pops-tb explore proofs`. On each generation with distinct ordering hardware, three waves enter and
 * exit a section. Other scenes cover neighbouring waves with no pixel in common, discards before and after the
 * section, an empty section, other memory spaces, two packers with two waves each, wrapping ids, and waves with two
 * layers.
 */
export const PROOF_SCENES: readonly SmallScene[] = [
  scene('rmw_buffer', 'vega10', 'AAA'),
  scene('rmw_buffer', 'navi10', 'AAA'),
  scene('rmw_buffer', 'navi21', 'AAA'),
  scene('rmw_buffer', 'navi31', 'AAA'),
  scene('rmw_buffer', 'vega10', 'AB'),
  scene('rmw_buffer', 'navi31', 'AB'),
  scene('ordered_log', 'navi31', 'AA'),
  scene('discard_before', 'vega10', 'AA'),
  scene('discard_before', 'navi31', 'AA'),
  scene('discard_after', 'vega10', 'AA'),
  scene('empty_section', 'navi31', 'AA'),
  scene('rmw_image', 'vega10', 'AA'),
  scene('bda_rmw', 'navi10', 'AA'),
  scene('rmw_buffer', 'vega10', 'AaAa'),
  scene('rmw_buffer', 'navi10', 'AaAa'),
  scene('rmw_buffer', 'navi21', 'AaAa'),
  scene('rmw_buffer', 'navi31', 'AaAa'),
  scene('rmw_buffer', 'vega10', 'AAA', { knobs: WRAPPING }),
  scene('rmw_buffer', 'navi10', 'AAA', { knobs: WRAPPING }),
  scene('rmw_buffer', 'navi21', 'AAA', { knobs: WRAPPING }),
  scene('rmw_buffer', 'navi31', 'AAA', { knobs: WRAPPING }),
  scene('intrawave_layers', 'vega10', 'AAAA', { knobs: LAYERED }),
  scene('intrawave_layers', 'navi21', 'AAAA', { knobs: LAYERED }),
  scene('discard_before', 'navi21', 'AAA'),
];

const COMMIT_DIGITS = 12;

const proofSchema = z.strictObject({
  /** Test, chip, pixels and changed knobs (see `getSceneName`). */
  scene: z.string(),
  complete: z.boolean(),
  /** Why the search is incomplete. Empty if it is complete. */
  bounded: z.array(z.string()),
  runs: z.int().positive(),
  states: z.int().min(0),
  findings: z.array(z.string()),
  /** The date of the search, such as `2026-11-23`. */
  date: z.iso.date(),
  commit: z.string().nullable(),
  /** A hash of the code that searched (`hashProgramCode`); absent from results of earlier versions. */
  code: z.string().exactOptional(),
  /** The model version the search ran on. */
  model: z.int().positive(),
});

/** The result of searching one scene, as stored in `out/proofs.json`. */
export type Proof = z.infer<typeof proofSchema>;

/** Holds the latest results of `pops-tb explore proofs`, beside the runs of the current folder. */
export const PROOF_FILE = join('out', 'proofs.json');

/** Returns the file of results beside a run, wherever it lies; by default, `PROOF_FILE`. */
export const getProofFile = (run = PROOF_FILE): string => join(dirname(run), basename(PROOF_FILE));

/** Reads the latest results, or none if no search has stored any. @throws UsageError if the file cannot be read or is invalid. */
export function readProofs(file = PROOF_FILE): readonly Proof[] {
  return existsSync(file) ? readDocument('searches', file, createDocumentListSchema(proofSchema)) : [];
}

/** Stores the results, one per line. */
export function writeProofs(proofs: readonly Proof[], file = PROOF_FILE): void {
  mkdirSync(dirname(file), { recursive: true });
  writeAtomic(file, `[\n${proofs.map((proof) => JSON.stringify(proof)).join(',\n')}\n]\n`);
}

/** Whether a proof was made with the code that this process runs, whatever its commit. */
export function isOfThisCode({ code, model }: Proof): boolean {
  return code === hashProgramCode() && model === MODEL_VERSION;
}

/** Builds a proof from the result of a search with the current version. */
export function makeProof(smallScene: SmallScene, result: ExploreResult): Proof {
  const { complete, bounded, runs, states, findings } = result;
  return {
    scene: getSceneName(smallScene),
    complete,
    bounded: [...bounded],
    ...{ runs, states },
    findings: findings.map(({ signature }) => signature),
    date: new Date().toISOString().slice(0, 'yyyy-mm-dd'.length),
    commit: readGitCheckout(findPackageRoot()).commit?.slice(0, COMMIT_DIGITS) ?? null,
    code: hashProgramCode(),
    model: MODEL_VERSION,
  };
}

/** Returns one line per scene: whether every event order was searched, and the search statistics. */
export function formatProofs(proofs: readonly Proof[]): string[] {
  return proofs.map((proof) => {
    const { scene, complete, bounded: incompleteReasons, runs, states, findings, date, commit } = proof;
    const extent = complete ? 'complete' : 'incomplete';
    const facts = [
      `${formatQuantity(runs, 'run')}, ${formatQuantity(states, 'state')}`,
      ...incompleteReasons,
      ...findings.map((finding) => `failed with ${finding}`),
      commit === null ? date : `${date}, commit ${commit}`,
    ];
    return `${scene}: the search of all event orders is ${extent} (${facts.join('; ')})`;
  });
}

/** Says that an order of a scene fails, and what shows it. */
export function describeDisproof({ scene, findings }: Proof): string {
  return `an order of ${scene} fails with ${findings.join(', ')}: run "explore proofs"`;
}
