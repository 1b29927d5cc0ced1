import { type CorpusRecord, listDecidingNames, writesSharedMemory } from '../../stimulus/index.js';
import type { ActivityCounts, Verdict } from '../../transactions/index.js';
import type { ProtocolFinding } from '../source/index.js';
import type { PassEvidence, PassWeakness, PathCoverage } from './check-schema.js';

/** Builds the warning for a breach of the rules for sections in the source. */
export function makeProtocolWarning({ name, text, line }: ProtocolFinding): PassWeakness {
  return line === undefined ? { name, text } : { name, text: `line ${line}, ${text}`, line };
}

/** Sums the evidence over the verdicts of all runs. `paths` is undefined if nothing ran. */
export function sumEvidence(
  verdicts: readonly Pick<Verdict, 'armed' | 'substance'>[],
  waves: number,
  paths: PathCoverage | undefined,
): PassEvidence {
  const armed: Record<string, number> = {};
  const activity = { sections: 0, overlapping: 0, compared: 0 };
  for (const verdict of verdicts) {
    for (const [rule, count] of Object.entries(verdict.armed))
      if (count > 0) armed[rule] = (armed[rule] ?? 0) + count;
    activity.sections += verdict.substance?.sections ?? 0;
    activity.overlapping += verdict.substance?.overlapping ?? 0;
    activity.compared += verdict.substance?.compared ?? 0;
  }
  return { waves, ...activity, armed, ...(paths === undefined ? {} : { paths }) };
}

/**
 * Whether the evidence allows no verdict: no section was entered while an older wave that it overlaps was unfinished, or
 * nothing was compared although the program writes memory.
 */
export function isVacuous(
  record: CorpusRecord,
  { sections, overlapping, compared }: ActivityCounts,
): boolean {
  if (record.interlock === 'none') return false;
  return sections === 0 || overlapping === 0 || (compared === 0 && writesSharedMemory(record));
}

/** Explains vacuous evidence: the requirement that was not met, and the first branch that kept every lane out. */
export function explainVacuity(
  record: CorpusRecord,
  { sections, overlapping, paths }: Pick<PassEvidence, 'sections' | 'overlapping' | 'paths'>,
): string {
  const what =
    sections === 0
      ? 'no wave entered and left the section'
      : overlapping === 0
        ? 'no two overlapping waves entered the section'
        : 'nothing that the section writes was compared';
  const gate = paths?.unreached.find(({ way }) => way !== undefined);
  if (gate?.way === undefined) return what;
  const { pc, taken } = gate.way;
  const [first = ''] = gate.condition;
  const [name, ...others] = listDecidingNames(record, pc);
  const names =
    name === undefined
      ? ''
      : `, which depends on ${[name, ...others].join(', ')}${isSourceName(record, name) ? `; state its value, as in "// pops: ${name} = 1"` : ''}`;
  return `${what}: the branch at pc 0x${pc.toString(16)} is never ${taken ? 'taken' : 'passed'}, as decided by pc ${first}${names}`;
}

/** Whether a source may name it so: neither a word of an unknown buffer nor what the driver or hardware loads. */
function isSourceName({ abi }: CorpusRecord, name: string): boolean {
  return /^[A-Za-z_][\w.]*$/.test(name) && abi.args.every((argument) => argument.name !== name);
}

/**
 * Returns the weaknesses of a pass with the given evidence.
 *
 * @param unloaded names of the scalars that the program reads but that are never loaded
 * @param sharedPc byte offset of an access to a word that sections of different pixels load and store
 * @param deadPc byte offset of code that no wave ran, and from which no path ends the program
 */
export function findWeaknesses(
  { sections, overlapping, compared }: ActivityCounts,
  unloaded: readonly string[],
  sharedPc?: number,
  deadPc?: number,
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
    [
      deadPc !== undefined,
      {
        name: 'dead-end',
        text: `no wave ran the code at pc 0x${deadPc?.toString(16)}, and no path from there ends the program`,
      },
    ],
    [compared === 0, { name: 'nothing-compared', text: 'none of the memory written by waves was compared' }],
  ];
  return candidates.filter(([applies]) => applies).map(([, weakness]) => weakness);
}
