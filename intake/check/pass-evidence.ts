import { factsOf, type Gfx } from '../../arch/index.js';
import type { ActivityCounts, ByRule, RuleId, Verdict } from '../../transactions/index.js';
import type { SourceAccess } from '../source/index.js';
import type { PathCoverage } from './path-coverage.js';

/** The ways in which a pass can be weak, each with the requirement it fails to meet. */
export const PASS_WEAKNESSES = {
  'no-section': 'A wave enters and leaves an ordered section.',
  'no-overlap': 'A wave with a section overlaps an unfinished older wave.',
  'nothing-compared': 'At least some of the memory written by waves is compared.',
  'shared-words': 'No word is shared by sections of different pixels.',
  'unloaded-scalar': 'Every scalar that the program reads has been loaded.',
  'late-access': "Accesses to the section's memory precede the end of the section in the source.",
} as const;

/** The name of a weakness of a pass. */
export type WeaknessName = keyof typeof PASS_WEAKNESSES;

/** A weakness of a pass, reported as a warning. */
export interface PassWeakness {
  readonly name: WeaknessName;
  readonly text: string;
  /** The line in the program's original text, counted from 1. */
  readonly line?: number;
}

/**
 * Builds the warning for an access that follows the section in the source. It is still ordered by chips on which the
 * section lasts until the last export.
 */
export function makeLateAccessWarning({ kind, name, line }: SourceAccess, gfx: Gfx): PassWeakness {
  const where = line === undefined ? '' : `line ${line}, `;
  const consequence = factsOf(gfx).exitsByExport
    ? '. This only works because, on this chip, the section lasts until the last export; it is incorrect on chips before RDNA 3'
    : ', which is empty, so nothing orders it';
  return {
    name: 'late-access',
    text: `${where}the ${kind} of ${name === '' ? 'memory' : name} comes after the end of the section${consequence}`,
    ...(line === undefined ? {} : { line }),
  };
}

/** The evidence for a verdict: how thoroughly the runs exercised the rules. */
export interface PassEvidence extends ActivityCounts {
  /** Number of waves formed. */
  readonly waves: number;
  /** The code that the waves covered; absent if nothing ran. */
  readonly paths?: PathCoverage;
  /** How often each rule was armed in all runs; omits rules that were never armed. */
  readonly armed: Readonly<ByRule<number>>;
}

/** Sums the evidence over all runs. */
export class EvidenceCounter {
  private readonly activity = { sections: 0, overlapping: 0, compared: 0 };
  private readonly armed: ByRule<number> = {};

  add({ armed, substance }: Pick<Verdict, 'armed' | 'substance'>): void {
    for (const [rule, count] of Object.entries(armed) as [RuleId, number][])
      if (count > 0) this.armed[rule] = (this.armed[rule] ?? 0) + count;
    this.activity.sections += substance?.sections ?? 0;
    this.activity.overlapping += substance?.overlapping ?? 0;
    this.activity.compared += substance?.compared ?? 0;
  }

  getEvidence(waves: number, paths: PathCoverage | undefined): PassEvidence {
    const { activity, armed } = this;
    return { waves, ...activity, armed, ...(paths === undefined ? {} : { paths }) };
  }
}

/**
 * Returns the weaknesses of a pass with the given evidence.
 *
 * @param unloaded names of the scalars that the program reads but that are never loaded
 * @param sharedPc byte offset of an access to a word that sections of different pixels load and store
 */
export function findWeaknesses(
  { sections, overlapping, compared }: ActivityCounts,
  unloaded: readonly string[],
  sharedPc?: number,
): readonly PassWeakness[] {
  const candidates: readonly (readonly [boolean, PassWeakness])[] = [
    [sections === 0, { name: 'no-section', text: 'no wave entered and left an ordered section' }],
    [
      sections > 0 && overlapping === 0,
      { name: 'no-overlap', text: 'no wave with a section overlapped an unfinished older wave' },
    ],
    [
      unloaded.length > 0,
      {
        name: 'unloaded-scalar',
        text: `the program reads ${unloaded.join(', ')}, which nothing loads, so only one value of each was tested`,
      },
    ],
    [
      sharedPc !== undefined,
      {
        name: 'shared-words',
        text: `sections of different pixels load and store the same word, at pc 0x${sharedPc?.toString(16)}; interlocks do not order different pixels, and no rule checks the word; check the constants in its address`,
      },
    ],
    [compared === 0, { name: 'nothing-compared', text: 'none of the memory written by waves was compared' }],
  ];
  return candidates.filter(([applies]) => applies).map(([, weakness]) => weakness);
}
