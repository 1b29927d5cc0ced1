import type { DecodedProgram, InstructionKind } from '../../../arch/index.js';
import type { InstructionsIssued, Transaction, TransactionKind } from '../../../transactions/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import type { Judge, Ledgers } from '../../kit.js';
import { findInstructionIndex, findWaveProgram, formatInstructionAt, getWaveName, NEVER } from '../../kit.js';
import { AT_END, AT_START, getFlow, type ProgramFlow } from './program-flow.js';

const ISSUED: TransactionKind = 'instructions-issued';

const REPORTED_BY: Readonly<Partial<Record<InstructionKind, TransactionKind>>> = {
  waitcnt: 'wait-done',
  'wait-event': 'event-wait-done',
  message: 'message-sent',
  end: 'wave-ended',
};
const OMITTABLE_KINDS = Object.entries(REPORTED_BY) as [InstructionKind, TransactionKind][];

interface Progress {
  readonly wave: number;
  readonly decoded: DecodedProgram;
  readonly flow: ProgramFlow;
  lastIndex: number;
  reportedBy: TransactionKind | undefined;
}

type Run = Pick<InstructionsIssued, 'cycle' | 'first' | 'last'>;
type ReportedStep = Pick<Extract<Transaction, { readonly wave: number }>, 'kind' | 'wave' | 'cycle'>;

/** Follows each wave's path through its program, for PROTO-10. */
export class ProgramOrder {
  private readonly running = new NumberMap<Progress>();
  private readonly reportedKinds = new Set<TransactionKind>();
  /** Reports the first instruction omitted before any of its kind was reported; called once one is. */
  private readonly earlyOmissions = new Map<TransactionKind, () => void>();
  /** Whether the last checked step was in order. */
  private isInOrder = false;
  private lastWave = -1;
  private lastProgress: Progress | undefined;

  constructor(
    private readonly ledgers: Ledgers,
    private readonly judge: Judge,
  ) {}

  /** Checks whether a wave may have issued the instructions from byte offset `first` to `last`. */
  recordIssue(reported: ReportedStep, first: number, last: number): void {
    const progress = this.getProgress(reported);
    if (progress?.reportedBy !== reported.kind) this.addReportedKind(reported.kind);
    if (progress === undefined) return;
    const { decoded } = progress;
    const from = findInstructionIndex(decoded, first);
    const to = first === last ? from : findInstructionIndex(decoded, last);
    if (reported.kind === ISSUED || this.reportedKinds.has(ISSUED))
      this.checkStep(progress, reported, from, to, first, last);
    if (to < 0) return;
    // An instruction with a built-in wait is reported first when the wait ends, and then when it issues.
    if (reported.kind === 'wait-done' && decoded.instructions[to].kind !== 'waitcnt') return;
    progress.lastIndex = to;
    progress.reportedBy = reported.kind;
  }

  /**
   * Checks whether the wave may have issued the last run of instructions `times` more times. If the first repeat is
   * in order, so are the others.
   */
  recordRepeats(run: InstructionsIssued, times: number): void {
    const { first, last } = run;
    this.recordIssue(run, first, last);
    if (!this.isInOrder) for (let i = 1; i < times; i++) this.recordIssue(run, first, last);
    else if (this.getProgress(run) !== undefined) this.judge.armed += times - 1;
  }

  /** Records that a wave has ended. */
  recordEnd(wave: number): void {
    this.running.delete(wave);
    if (wave === this.lastWave) this.lastProgress = undefined;
  }

  private checkStep(
    progress: Progress,
    { kind, cycle }: ReportedStep,
    from: number,
    to: number,
    first: number,
    last: number,
  ): void {
    this.judge.armed++;
    const { flow, lastIndex, reportedBy } = progress;
    const isStraightLine = from >= 0 && to >= 0 && flow.isStraightLine(from, to);
    // A monitor may report an instruction twice, once when it issues and once when it takes effect.
    const isSecondReport = from === lastIndex && (kind === ISSUED) !== (reportedBy === ISSUED);
    const omitsNothing = flow.mayFollow(from, lastIndex) || isSecondReport;
    const isNext = omitsNothing || flow.mayFollowUnreported(from, lastIndex, this.isUnreported);
    this.isInOrder = isStraightLine && isNext;
    if (!this.isInOrder) this.report(progress, cycle, first, last, isStraightLine);
    else if (!omitsNothing) this.recordOmissions(progress, from, { cycle, first, last });
  }

  private addReportedKind(kind: TransactionKind): void {
    this.reportedKinds.add(kind);
    this.earlyOmissions.get(kind)?.();
    this.earlyOmissions.delete(kind);
  }

  /** Records which kinds have to be absent from the whole stream for the step to `next`, which begins `run`, to be in order. */
  private recordOmissions(progress: Progress, next: number, run: Run): void {
    const { flow, lastIndex } = progress;
    for (const [kind, reportedBy] of OMITTABLE_KINDS)
      if (!this.reportedKinds.has(reportedBy) && !this.earlyOmissions.has(reportedBy)) {
        const isOtherUnreported = (other: InstructionKind): boolean =>
          other !== kind && this.isUnreported(other);
        if (flow.mayFollowUnreported(next, lastIndex, isOtherUnreported)) continue;
        const before = { ...progress };
        this.earlyOmissions.set(reportedBy, () => this.report(before, run.cycle, run.first, run.last, true));
      }
  }

  private readonly isUnreported = (kind: InstructionKind): boolean => {
    const reportedBy = REPORTED_BY[kind];
    return kind === 'sleep' || (reportedBy !== undefined && !this.reportedKinds.has(reportedBy));
  };

  private getProgress(reported: ReportedStep): Progress | undefined {
    const { wave } = reported;
    if (wave === this.lastWave && this.lastProgress !== undefined) return this.lastProgress;
    const progress = this.running.get(wave) ?? this.startTracking(reported);
    this.lastWave = wave;
    this.lastProgress = progress;
    return progress;
  }

  private startTracking({ wave: waveNumber, kind }: ReportedStep): Progress | undefined {
    const { ledgers } = this;
    const decoded = findWaveProgram(ledgers, waveNumber);
    if (decoded === undefined) return undefined;
    const { endedCycle } = ledgers.waves.find(waveNumber) ?? ledgers.background.find(waveNumber)!;
    const progress: Progress = {
      wave: waveNumber,
      decoded,
      flow: getFlow(decoded),
      lastIndex: kind !== 'wave-ended' && endedCycle !== NEVER ? AT_END : AT_START,
      reportedBy: undefined,
    };
    this.running.set(waveNumber, progress);
    return progress;
  }

  private report(progress: Progress, cycle: number, first: number, last: number, isStraightLine: boolean) {
    const { ledgers } = this;
    const getName = (pc: number): string => formatInstructionAt(ledgers, progress.decoded, pc);
    const run = `${getName(first)} to ${getName(last)}`;
    const illegal = progress.decoded.instructions.find(
      ({ kind, pc }) => kind === 'illegal' && pc >= first && pc < last,
    );
    const name = getWaveName(ledgers, progress.wave);
    if (this.judge.fires())
      this.judge.reportAt(progress.wave, cycle, {
        pc: first,
        unit: 'sq',
        allowed: describeAllowed(progress, name, getName),
        observed: isStraightLine
          ? `${name} continues at ${getName(first)}.`
          : illegal === undefined
            ? `${name} issues ${run} in a row, but they are not consecutive in its program.`
            : `${name} issues ${run}, including ${getName(illegal.pc)}.`,
        hint: 'Look for issued instructions that the trace omits or repeats, and check branch targets.',
      });
  }
}

function describeAllowed(
  { decoded, flow, lastIndex }: Progress,
  name: string,
  getName: (pc: number) => string,
): string {
  if (lastIndex === AT_END) return `${name} has ended and issues no more instructions.`;
  const successors =
    flow
      .getSuccessors(lastIndex)
      ?.map(({ pc }) => getName(pc))
      .join(' or ') ?? 'anywhere';
  if (lastIndex === AT_START) return `${name} begins at ${successors}.`;
  return `${name} continues from ${getName(decoded.instructions[lastIndex].pc)} to ${successors}.`;
}
