import { GENERATIONS, type Instruction } from '../../arch/index.js';
import type { Ledgers } from '../facts/ledgers.js';
import { simdOf } from '../facts/places.js';
import { nameOfWave, placeOfWave, programOfWave } from '../findings/any-wave.js';
import type { Finding, Judge } from '../findings/judge.js';
import { instructionAt } from '../program/programs.js';
import type { Rule, RuleCheck } from '../rule/rule.js';
import { type GoesOn, SimdTime, WaveIssue } from './issue-times.js';

type Said = Pick<Finding, 'allowed' | 'observed'>;

/**
 * Invariant: a SIMD issues one instruction a cycle (P-110, P-116). So it starts at most one wave a cycle; a wave goes on only when
 * all that was issued before is through; and one that has its SIMD to itself goes on as soon as the longest gap between two instructions
 * allows, whatever other SIMDs do, since each has a sequencer of its own (P-109, P-111, P-112).
 */
export const WIRE_09: Rule = {
  id: 'WIRE-09',
  text: 'A SIMD issues one instruction a cycle, and a wave that has it to itself waits for no other one.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['P-109', 'P-110', 'P-111', 'P-112', 'P-116', 'P-147'],
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
  unarmed: 'no wave issued instructions one after another',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { issueGap, instructionCacheLines } = ledgers.scenario.freedoms;
  const simds: SimdTime[] = [];
  const waves = new Map<number, WaveIssue>();
  /** The wave whose instructions are being told, and their cycle. */
  let current: WaveIssue | undefined;
  let teller = -1;
  let told = -1;

  const issueOf = (wave: number): WaveIssue | undefined => {
    const known = waves.get(wave);
    if (known !== undefined) return known;
    const simd = simdOf(ledgers, wave);
    const program = simd === undefined ? undefined : programOfWave(ledgers, wave);
    if (simd === undefined || program === undefined || simds[simd] === undefined) return undefined;
    const issue = new WaveIssue(simds[simd], program);
    waves.set(wave, issue);
    return issue;
  };

  const violate = (wave: number, cycle: number, pc: number, said: Said): void =>
    judge.violate(() => ({
      cycle,
      unit: 'sq',
      place: placeOfWave(ledgers, wave, pc),
      ...said,
      steps: [],
      hint: 'Check the issue slots of the SIMD: what counts as busy, and which waves they serve.',
    }));

  const judgeStart = (wave: number, cycle: number, pc: number, issue: WaveIssue, goesOn?: GoesOn): void => {
    const instruction = instructionAt(programOfWave(ledgers, wave)!, pc);
    const name = nameOfWave(ledgers, wave);
    const { simd } = issue;
    const isSurelyStarted = instruction !== undefined && needsNoOther(instruction);
    if (goesOn !== undefined || isSurelyStarted) judge.armed++;
    if (goesOn !== undefined && cycle < goesOn.least)
      violate(wave, cycle, pc, {
        allowed: `The SIMD has issued all that was started before in cycle ${goesOn.least}.`,
        observed: `${name} goes on in cycle ${cycle}.`,
      });
    if (!isSurelyStarted) return;
    if (simd.startedAt === cycle)
      violate(wave, cycle, pc, {
        allowed: 'A SIMD starts one wave a cycle.',
        observed: `${name} is the second one in cycle ${cycle}.`,
      });
    simd.startedAt = cycle;
    if (goesOn?.isAlone && cycle > goesOn.most && instructionCacheLines === 0)
      violate(wave, cycle, pc, {
        allowed: `${name} has its SIMD to itself, and goes on in cycle ${goesOn.most} at the latest.`,
        observed: `It goes on in cycle ${cycle}.`,
      });
  };

  /** A wave does something; `isStart`: it may have been started for that. */
  const turn = (wave: number, cycle: number, pc: number, isStart: boolean): WaveIssue | undefined => {
    if (wave === teller && cycle === told) return current;
    current?.end(issueGap[1]);
    teller = wave;
    told = cycle;
    current = issueOf(wave);
    const goesOn = current?.wentOn(cycle);
    if (isStart && current !== undefined) judgeStart(wave, cycle, pc, current, goesOn);
    return current;
  };

  const hold = ({ wave }: { readonly wave: number }): void => issueOf(wave)?.hold();
  const come = ({ wave, simd }: { readonly wave: number; readonly simd: number }): void => {
    waves.delete(wave);
    simds[simd] ??= new SimdTime();
    simds[simd].waves++;
    simds[simd].arrivals++;
  };
  const go = ({ wave }: { readonly wave: number }): void => {
    const simd = simdOf(ledgers, wave);
    if (simd !== undefined && simds[simd] !== undefined) simds[simd].waves--;
    waves.delete(wave);
    if (wave === teller) current = undefined;
  };
  return {
    on: {
      'wave-launched': come,
      'background-allocated': come,
      'resource-released': go,
      'background-released': go,
      'instructions-issued': (t) => turn(t.wave, t.cycle, t.first, true)?.issue(t.first, t.last, false),
      'exiting-id-polled': (t) => void turn(t.wave, t.cycle, t.pc, true),
      'message-sent': (t) => turn(t.wave, t.cycle, t.pc, false)?.issue(t.pc, t.pc, false),
      'event-wait-done': (t) => turn(t.wave, t.cycle, t.pc, false)?.issue(t.pc, t.pc, false),
      'wait-done': (t) => turn(t.wave, t.cycle, t.pc, false)?.issue(t.pc, t.pc, true),
      'wave-ended': (t) => turn(t.wave, t.cycle, t.pc, t.by === 'end')?.hold(),
      slept: hold,
      // A wave that need not trap goes on while its access is translated again (P-147).
      'translation-failed': (t) => t.action !== 'replay' && hold(t),
      'background-barrier-reached': hold,
    },
  };
}

/** Whether nothing but its SIMD makes an instruction wait, so that it is issued when its wave is started. */
function needsNoOther({ kind }: Instruction): boolean {
  return kind === 'alu' || kind === 'setreg' || kind === 'invalidate' || kind === 'end';
}
