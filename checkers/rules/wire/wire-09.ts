import type { Instruction } from '../../../arch/index.js';
import { NumberMap } from '../../evidence/basics/number-map.js';
import type { Judge, Ledgers, RuleCheck } from '../../kit.js';
import { defineRule, findSimd, findWaveProgram, getInstructionAt, getWaveName } from '../../kit.js';
import { SimdIssueState, WaveIssue } from './issue-times.js';

/**
 * It also starts at most one wave per cycle, and a wave continues only once everything earlier has been issued. A
 * wave that is alone continues within the maximum gap between two instructions, since each SIMD has its own
 * sequencer. A 32-lane access is sent in one cycle, like any other instruction (P-152).
 */
export const WIRE_09 = defineRule({
  id: 'WIRE-09',
  text: 'A SIMD issues one instruction per cycle, and a wave alone on its SIMD waits for no other wave.',
  timed: true,
  statements: ['P-109', 'P-110', 'P-111', 'P-112', 'P-116', 'P-147', 'P-152'],
  needs: ['wave-formed', 'wave-launched', 'instructions-issued'],
  reads: () => [
    'wait-done',
    'event-wait-done',
    'exiting-id-polled',
    'message-sent',
    'translation-failed',
    'wave-ended',
    'resource-released',
    'background-allocated',
    'background-released',
  ],
  unarmedReason: 'no wave issued instructions one after another',
  skips: {
    instructions:
      'waits, memory, exports and messages: what ends their wait resumes the wave beside others that start',
    scenes: 'with an instruction cache: only that a lone wave continues in time, since a line may be late',
  },
  costs: 'it times every burst, of which waves that poll without sleeping issue most',
  create,
});

class StartChecker {
  constructor(
    private readonly ledgers: Ledgers,
    private readonly judge: Judge,
  ) {}

  /** Checks whether a wave may continue at `pc` in the given cycle. */
  begin(wave: number, cycle: number, pc: number, issue: WaveIssue): void {
    const { simd, program, isContinuing, earliest, latest } = issue;
    const instruction = getInstructionAt(program, pc);
    const usesStartSlot = instruction !== undefined && !MAY_RESUME_AT.has(instruction.kind);
    if (isContinuing || usesStartSlot) this.judge.armed++;
    if (isContinuing && cycle < earliest) {
      const allowed = `The SIMD has issued all earlier instructions by cycle ${earliest}.`;
      this.violate(wave, cycle, pc, allowed, 'continues');
    }
    if (!usesStartSlot) return;
    if (simd.startedAt === cycle)
      this.violate(wave, cycle, pc, 'A SIMD starts one wave per cycle.', 'is the second wave started');
    simd.startedAt = cycle;
    if (!isContinuing || !issue.isAlone || cycle <= latest || !waitsOnlyForSimd(instruction)) return;
    if (this.ledgers.scenario.freedoms.instructionCacheLines > 0) return;
    const name = getWaveName(this.ledgers, wave);
    const allowed = `${name} is alone on its SIMD, and continues no later than cycle ${latest}.`;
    this.violate(wave, cycle, pc, allowed, 'continues');
  }

  private violate(wave: number, cycle: number, pc: number, allowed: string, action: string): void {
    if (this.judge.fires())
      this.judge.reportAt(wave, cycle, {
        pc,
        unit: 'sq',
        allowed,
        observed: `${getWaveName(this.ledgers, wave)} ${action} in cycle ${cycle}.`,
        hint: 'Check the issue slots of the SIMD: when a slot is considered busy, and which waves use it.',
      });
  }
}

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { issueGap } = ledgers.scenario.freedoms;
  const startChecker = new StartChecker(ledgers, judge);
  const simds: SimdIssueState[] = [];
  const waves = new NumberMap<WaveIssue>();
  let current: WaveIssue | undefined;
  let reportedWave = -1;
  let lastCycle = -1;

  const getIssue = (wave: number): WaveIssue | undefined => {
    const existing = waves.get(wave);
    if (existing !== undefined) return existing;
    const simd = findSimd(ledgers, wave);
    const program = simd === undefined ? undefined : findWaveProgram(ledgers, wave);
    if (simd === undefined || program === undefined || simds[simd] === undefined) return undefined;
    const issue = new WaveIssue(simds[simd], program);
    waves.set(wave, issue);
    return issue;
  };

  /** Records an action of a wave. `isStart` is true if the action may have occupied the SIMD's start slot. */
  const record = (wave: number, cycle: number, pc: number, isStart: boolean): WaveIssue | undefined => {
    if (wave === reportedWave && cycle === lastCycle) return current;
    current?.end(issueGap[1]);
    reportedWave = wave;
    lastCycle = cycle;
    current = getIssue(wave);
    if (current === undefined) return undefined;
    current.begin(cycle);
    if (isStart) startChecker.begin(wave, cycle, pc, current);
    return current;
  };

  const hold = ({ wave }: { readonly wave: number }): void => getIssue(wave)?.hold();
  const recordArrival = ({ wave, simd }: { readonly wave: number; readonly simd: number }): void => {
    waves.delete(wave);
    simds[simd] ??= new SimdIssueState();
    simds[simd].waveCount++;
    simds[simd].arrivalCount++;
  };
  const recordDeparture = ({ wave }: { readonly wave: number }): void => {
    const simd = findSimd(ledgers, wave);
    if (simd !== undefined && simds[simd] !== undefined) simds[simd].waveCount--;
    waves.delete(wave);
    if (wave === reportedWave) current = undefined;
  };
  return {
    'wave-launched': recordArrival,
    'background-allocated': recordArrival,
    'resource-released': recordDeparture,
    'background-released': recordDeparture,
    'instructions-issued': (t) => record(t.wave, t.cycle, t.first, true)?.issue(t.first, t.last, false, 1),
    'instructions-repeated': (t, times) =>
      record(t.wave, t.cycle, t.first, true)?.issue(t.first, t.last, false, times),
    'exiting-id-polled': (t) => void record(t.wave, t.cycle, t.pc, true),
    'message-sent': (t) => record(t.wave, t.cycle, t.pc, false)?.issue(t.pc, t.pc, false, 1),
    'event-wait-done': (t) => record(t.wave, t.cycle, t.pc, false)?.issue(t.pc, t.pc, false, 1),
    'wait-done': (t) => record(t.wave, t.cycle, t.pc, false)?.issue(t.pc, t.pc, true, 1),
    'wave-ended': (t) => record(t.wave, t.cycle, t.pc, t.by === 'end')?.hold(),
    slept: hold,
    // Unless it has to trap, a wave keeps running while its access is retranslated (P-147).
    'translation-failed': (t) => t.action !== 'replay' && hold(t),
    'background-barrier-reached': hold,
  };
}

/** The kinds at which a wave may have waited for others than its SIMD. What ends the wait resumes it at once. */
const MAY_RESUME_AT = new Set<Instruction['kind']>([
  'waitcnt',
  'wait-event',
  'memory',
  'parameter-load',
  'export',
  'message',
]);

/** Returns whether an instruction waits only for its SIMD, and so issues as soon as its wave starts. */
function waitsOnlyForSimd({ kind }: Instruction): boolean {
  return kind === 'alu' || kind === 'setreg' || kind === 'invalidate' || kind === 'end';
}
