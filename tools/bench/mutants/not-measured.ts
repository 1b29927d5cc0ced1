import type { ModelMutant } from './mutants.js';

/** Why a passing nightly test cannot activate the mutants of a line, or why their changes make no difference. */
interface Reason {
  readonly reason: string;
  readonly files: RegExp;
  /** Matches the operator, the enclosing declaration and the change. Default: all of the files' mutants. */
  readonly mutants?: RegExp;
}

/**
 * Code of which no mutant need be activated. Modules without `mutants` are not measured; elsewhere, a row excuses the
 * mutants that it matches if no test activates them.
 */
export const NOT_MEASURED: readonly Reason[] = [
  { reason: 'co-simulation', files: /^cosim\// },
  { reason: 'co-simulation', files: /^db\/wave-ids$/, mutants: /countIdsBetween/ },
  {
    reason: 'searches of all orders',
    files: /^(decisions|event-order|kernel\/(order-wheel|choices|broken-claims))$/,
  },
  {
    reason: 'searches of all orders',
    files:
      /^(context|device|(spi\/resource|sx\/export)-arbiter|sx\/export-path|lds\/local-data-share|memory\/memory)$/,
    mutants:
      /isTimed|strategy|OrderWheel|Device\.current|destination|grantsByAge|arbitratesSeparately|getArbitrationGroup|getWaitingWaves|findHomeProcessor|getWavesIn|getOutstandingOperations|getBankWaiters|listAccesses/,
  },
  { reason: 'devices that hang', files: /^(waiting|stillness|sq\/endless-loops)$/ },
  {
    reason: 'devices that hang',
    files: /^(device|wave|sc\/packer|sq\/(sequencer|visible-instructions|barriers|parking|entry))$/,
    mutants:
      /longest|waitsFor|forget|exceeded|dump\(|halt\(|isHalted|[hH]altReason|HALTED|endless|STOPPED|target < 0|instruction === undefined|POSITIVE_INFINITY/,
  },
  {
    reason: 'accesses that fault, which halt their wave',
    files: /^memory\/(locator|memory)$/,
    mutants:
      /fault|region === undefined|switchToObject|operation\.access === 'atomic' && \(record|xnackAction ===/,
  },
  { reason: 'replays, budgets and the errors of a run', files: /^(index|budget|kernel\/assert)$/ },
  {
    reason: 'faults',
    files: /^(user-fault-tables|fault-reach|context|spi\/export-space|sq\/entry|sqc\/instruction-cache)$/,
    mutants:
      /^\S+ (\w+_FAULTS\b|\w+\.(outputs|inject)\b)|entries\.|haveWideEffects|CLEAN_|sequencer < 0|wave === undefined/,
  },
  {
    reason: 'invariants of a device at rest, and state that a wave has given back by then',
    files: /./,
    mutants:
      /^\S+ (\w+\.(isFullyFree|areRegistersFree|allFree|isClean|pending)|(DepthBlock|Launcher)\.isIdle|Staging\.isEmpty) |^update-dropped Wave\w+\.reset .*(entryCount|pending|dependents|InFlight|Space|endless|wokenBy)/,
  },
  {
    reason: 'programs that exit twice, which rules report',
    files: /^(spi\/exit-(path|tracker)|units)$/,
    mutants: /SECOND_COUNTS|exitNext|isFinished/,
  },
  {
    reason: 'a hardware bug that rules report',
    files: /^sc\/(drain|packer)$/,
    mutants: /bug|isStuck|chooseBugOutcome/,
  },
  {
    reason: 'equal: either of two equal integers is kept',
    files: /^(memory\/atomic|db\/overlap-set)$/,
    mutants: /^bound-moved .*(toSigned|sequence < this\.oldest)/,
  },
  {
    reason: 'equal: the column is number 0',
    files: /./,
    mutants: /^arithmetic-swapped .*\+ QUAD_COLUMN\.X\b.*→.*- QUAD_COLUMN\.X\b/,
  },
];

/** Returns the row that matches a mutant, if any. */
export function findReason({ file, operator, within, change }: ModelMutant): Reason | undefined {
  const text = `${operator} ${within} ${change}`;
  return NOT_MEASURED.find(({ files, mutants }) => files.test(file) && mutants?.test(text) !== false);
}

/** Whether a mutant's module is measured. */
export function isMeasured({ file }: ModelMutant): boolean {
  return NOT_MEASURED.every(({ files, mutants }) => mutants !== undefined || !files.test(file));
}
