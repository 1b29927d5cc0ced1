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
  {
    reason:
      'polls with no packer selected, which PROTO-04 reports, and MEM_ORDERED off, which CFG-20 reports',
    files: /^(sq\/(entry|poll-loop)|memory\/return-order)$/,
    mutants: /readUnselectedId|tracker === undefined|tracker !== undefined\)|this\.enabled \?|PATH\.image :/,
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

/**
 * Why no rule sees mutants that tests activate, for those that were looked at: operator and place of each. They count as
 * alive all the same; a reason is printed with each, so that those without one stand out.
 */
export const ALIVE: readonly Reason[] = [
  {
    reason: 'checks for bugs',
    files: /^(db\/depth\/depth-block|device|memory\/line-cache|spi\/exit-tracker|spi\/scratch-parts)$/,
    mutants:
      /^(arithmetic-swapped LineCache\.isClean|equality-flipped (Device\.run|ExitTracker\.isEmpty|LineCache\.isClean|OutstandingTests\.isEmpty|ScratchParts\.isFree)) /,
  },
  {
    reason: 'bookkeeping: an assertion or an error ends the run before any report differs',
    files:
      /^(context|db\/overlap-tracker|device|extents|kernel\/event-wheel|lds\/bank-scheduler|memory\/hierarchy|placement|sc\/(binner|packer|scan-converter)|spi\/(background\/group-arbiter|launch-controllers|launcher|wave-plan)|sq\/(entry|sequencer)|units)$/,
    mutants:
      /^(arithmetic-swapped (BankScheduler\.serveDirect|getDistanceInWord)|bound-moved Packer\.timeout|condition-false (Launcher\.start|ScanConverter\.nextQuad|Sequencer\.report|listPlaces)|condition-true (Binner\.getPrimitive|OverlapTracker\.constructor|Packer\.mustWait|Units\.exportSpaceGranted)|equality-flipped (Entry\.sleepOrPark|EventWheel\.enterNextWord|listSteps)|logic-swapped BankScheduler\.serve|negation-dropped Sequencer\.burst|off-by-one (EventWheel\.take|Extents\.take|FarEvents\.takeBefore|STEP\.WAIT_THEN_PLAIN|UNIT\.EXIT_ARRIVES|WORD_SLOTS)|rounding-swapped LaunchControllers\.nextFinishCycle|update-doubled (CacheHierarchy\.beginDirtyStore|GroupArbiter\.countSimdResources)|update-dropped (Device\.run|Entry\.waitForEvent|ScanConverter\.step)) /,
  },
  {
    reason: 'chances of the schedule, which may all come out either way',
    files:
      /^(context|db\/collision|kernel\/pct-choices|latency-bursts|memory\/memory|memory\/return-order|sc\/binner|sq\/entry|units)$/,
    mutants:
      /^(arithmetic-swapped (PctChoices\.constructor|getSource|hash32)|bound-moved (Entry\.wakesSpuriously|Translation\.translate)|condition-false reportFalseOverlap|condition-true (Binner\.binRect|Units\.constructor|getSource)|equality-flipped (Binner\.startBatch|ReturnOrder\.getQueue)|logic-swapped Binner\.startBatch|negation-dropped (DeviceContext\.latency|Entry\.wakesSpuriously)|off-by-one (Binner\.startBatch|PctChoices\.pickHighest|UPPER_SHIFT|reportFalseOverlap)|update-dropped PctChoices\.choose) /,
  },
  {
    reason:
      'equal: initial values that are overwritten, sizes of arrays, numbers that only name states or paths',
    files:
      /^(context|db\/(overlap-tracker|wave-overlap)|latency-bursts|lds\/local-data-share|memory\/(access-record|atomic|return-order)|sc\/(packer|rasterise|spec)|spi\/(draw-plan|initial-state)|unit-sizes|wave)$/,
    mutants:
      /^(arithmetic-swapped (INPUT_REGISTER_COUNT|MAX_INDEX|getSlotSizes)|bound-moved collisionArgument|logic-swapped ReturnOrder\.return|off-by-one (AccessRecord\.(holdCycles|lanesHi)|INPUT_REGISTER_COUNT|LatencyBursts\.endCycle|LocalDataShare\.access|MAX_PATHS|MAX_QUADS|OverlapTracker\.(constructor|primitive)|Packer\.lastQuadCycle|Rasteriser\.quads|STATUS\.(HALTED|PARKED)|WaveOverlap\.newest|scratch)) /,
  },
  {
    reason: 'equal: shortcuts whose general path gives the same result, and records kept for too long',
    files:
      /^(db\/depth\/late-tests|kernel\/event-wheel|memory\/(access|line-copy|locator|memory)|rb\/output-merger|sc\/(facing|rasterise)|spi\/(launch-reports|resource-arbiter|vector-inputs)|sq\/(accesses|poll-loop|sequencer|wave-loops)|units|wave-records)$/,
    mutants:
      /^(arithmetic-swapped (OutputMerger\.merge|getLastPixel|readTouchedWords)|bound-moved (Rasteriser\.getAllowedMask|findNearestCoveredPoint|recordExport)|condition-false (Accesses\.issued|Locator\.locateInOneObject|PollLoop\.iterate|ResourceArbiter\.missingResource|storeWords)|condition-true (Accesses\.invalidateCaches|Locator\.locateInOneObject if \(address|PollLoop\.plan|isFinished|readLine|recordExport|reportRefusal)|equality-flipped PollLoop\.plan|logic-swapped WaveLoops\.canSkipComparison|off-by-one (EventWheel\.(everyPending|growRows)|Rasteriser\.addQuad const isInside =|Sequencer\.burst|isFinished|isFrontFacing|isScalar)|update-doubled ResourceArbiter\.allocate|update-dropped (Accesses\.issue|Sequencer\.burst)) /,
  },
  {
    reason: 'delays of accesses, tests and timeouts that no source bounds from above',
    files: /^(db\/depth\/depth-block|lds\/banks|memory\/memory|memory\/texture-queues|sc\/packing|wave)$/,
    mutants:
      /^(arithmetic-swapped Gl2Channels\.serve|bound-moved (DepthBlock\.admit|OutstandingTests\.visit)|condition-false Memory\.chooseLatency|condition-true Memory\.chooseLatency|off-by-one (PATH\.parameter|getPartialTimeout)|update-doubled requestsOfDirectRead) /,
  },
  {
    reason:
      'lawful: lines dropped, waves closed early or late, false overlaps more or fewer, other turns and places, wider drains, registers kept, sleeps cut short, unused bits and lanes',
    files:
      /^(db\/(collision|overlap-set|overlap-table|overlap-tracker)|lds\/bank-scheduler|memory\/(hierarchy|policy|return-order)|placement|rb\/output-merger|sc\/(binner|packer)|spi\/background\/group-arbiter|spi\/initial-state|sq\/accesses|sq\/entry|units)$/,
    mutants:
      /^(bound-moved OutputMerger\.merge|condition-false (Binner\.constructor|CacheHierarchy\.findLevel|Packer\.(findBreakReason|mustWait)|Units\.exportDone|Units\.hasDrained)|condition-true (GroupArbiter\.domains|OverlapTable\.addConservativeOverlap|ReturnOrder\.getQueue)|equality-flipped (computeSleepCycles|describeCollision)|logic-swapped findLoadPath|off-by-one (BankScheduler\.nextPair|SLOT_ORDER|computeSleepCycles)|rounding-swapped OverlapTracker\.select|update-dropped (Accesses\.trap|OverlapSet\.addConservatively|OverlapTable\.addConservativeOverlap|OverlapTable\.record|Packer\.timeout|collisionArgument)) /,
  },
  {
    reason: 'register values that CFG-07, CFG-09 and CFG-20 report',
    files: /^(db\/granularity|memory\/return-order)$/,
    mutants: /^(condition-true readGranularity|equality-flipped returnsSeparately) /,
  },
];

/** Returns the row of a table that matches a mutant, if any. */
export function findReason(
  { file, operator, within, change }: ModelMutant,
  table: readonly Reason[] = NOT_MEASURED,
): Reason | undefined {
  const text = `${operator} ${within} ${change}`;
  return table.find(({ files, mutants }) => files.test(file) && mutants?.test(text) !== false);
}

/** Whether a mutant's module is measured. */
export function isMeasured({ file }: ModelMutant): boolean {
  return NOT_MEASURED.every(({ files, mutants }) => mutants !== undefined || !files.test(file));
}
