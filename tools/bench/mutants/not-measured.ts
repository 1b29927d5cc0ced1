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
    files: /^(context|device|.*-arbiter|sx\/export-path|lds\/local-data-share|memory\/memory)$/,
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
    files: /^(fault-reach|context|spi\/export-space|sq\/entry|sqc\/instruction-cache)$/,
    mutants:
      /^\S+ (\w+\.(outputs|inject|findFaults)\b|bindFunctions)|haveWideEffects|CLEAN_|sequencer < 0|wave === undefined/,
  },
  {
    reason: 'checks for bugs, and state that a wave has given back',
    files: /./,
    mutants:
      /spanCycles < |delayCycles >= 0|picked >= n|isInteger|^\S+ (\w+\.(isFullyFree|areRegistersFree|allFree|isClean|pending)|(DepthBlock|Launcher)\.isIdle|Staging\.isEmpty) |^update-dropped Wave\w+\.reset .*(entryCount|pending|dependents|InFlight|Space|endless|wokenBy)/,
  },
  {
    reason: 'a hardware bug, or programs that exit twice, which rules report',
    files: /^(sc\/(drain|packer)|spi\/exit-(path|tracker)|units)$/,
    mutants: /bug|isStuck|chooseBugOutcome|SECOND_COUNTS|exitNext|isFinished/,
  },
  {
    reason: 'equal: the column is number 0, or either of two equal integers is kept',
    files: /./,
    mutants:
      /^arithmetic-swapped .*\+ QUAD_COLUMN\.X\b.*→.*- QUAD_COLUMN\.X\b|^bound-moved .*(toSigned|sequence < this\.oldest)/,
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
