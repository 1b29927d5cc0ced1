import { DecisionChoices, DecisionRecorder, type Subjects } from '../../rtl-model/decisions.js';
import { CHOICE } from '../../rtl-model/index.js';

/** Treats each event as its own subject. The current subject is `now.subject`. */
function subjectsAt(now: { subject: number | undefined }): Subjects {
  return { current: () => now.subject, forEvent: (event) => event };
}

const { ISSUE_GAP, LOAD_LATENCY, EVENT_ORDER } = CHOICE;

describe('a schedule of decisions', () => {
  it('applies a decision if its point, subject and occurrence match, and otherwise takes the first alternative', () => {
    const now = { subject: 3 };
    const choices = new DecisionChoices([{ point: ISSUE_GAP, subject: 3, nth: 2, take: 5 }], subjectsAt(now));
    const answers = [3, 4, 3, 3].map((subject) => {
      now.subject = subject;
      return choices.choose(ISSUE_GAP, 8);
    });
    expect(answers).toEqual([0, 0, 5, 0]);
    expect(choices.choose(LOAD_LATENCY, 8)).toBe(0);
  });

  it('gives priority to the most specific decision: occurrence, then subject, then all subjects', () => {
    const now = { subject: 1 };
    const decisions = [
      { point: ISSUE_GAP, take: 1 },
      { point: ISSUE_GAP, subject: 1, take: 2 },
      { point: ISSUE_GAP, subject: 1, nth: 2, take: 3 },
    ];
    const choices = new DecisionChoices(decisions, subjectsAt(now));
    expect([choices.choose(ISSUE_GAP, 9), choices.choose(ISSUE_GAP, 9)]).toEqual([2, 3]);
    now.subject = 7;
    expect([choices.choose(ISSUE_GAP, 9), choices.choose(LOAD_LATENCY, 9)]).toEqual([1, 0]);
  });

  it('takes the last alternative if the requested one does not exist', () => {
    const choices = new DecisionChoices([{ point: ISSUE_GAP, take: 9 }], subjectsAt({ subject: undefined }));
    expect([choices.choose(ISSUE_GAP, 1), choices.choose(ISSUE_GAP, 4)]).toEqual([0, 3]);
  });

  it('picks the event that a decision specifies, wherever it is in the list', () => {
    const choices = new DecisionChoices(
      [{ point: EVENT_ORDER, subject: 70, nth: 2, take: 1 }],
      subjectsAt({ subject: undefined }),
    );
    const chooseEvent = (...events: number[]) =>
      choices.choose(EVENT_ORDER, events.length, Int32Array.from(events));
    expect([chooseEvent(60, 70), chooseEvent(60, 80, 70), chooseEvent(60, 70)]).toEqual([0, 2, 0]);
  });

  it('converts a choice to a decision, unless it took the first alternative', () => {
    const recorder = new DecisionRecorder(subjectsAt({ subject: undefined }));
    const sources = Int32Array.from([9, 5, 5]);
    expect(recorder.toDecision(EVENT_ORDER, 3, 2, sources, 0)).toEqual({
      point: EVENT_ORDER,
      subject: 5,
      nth: 2,
      take: 1,
    });
    expect(recorder.toDecision(ISSUE_GAP, 4, 0, undefined, 0)).toBeUndefined();
    expect(recorder.toDecision(ISSUE_GAP, 4, 3, undefined, 0)).toEqual({
      point: ISSUE_GAP,
      subject: -1,
      nth: 2,
      take: 3,
    });
  });
});

it('a choice among events considers only the sources of its own alternatives', () => {
  const sources = Int32Array.from([70, 60, 80, 70]);
  const subjects = subjectsAt({ subject: undefined });
  const choices = new DecisionChoices([{ point: EVENT_ORDER, subject: 70, nth: 1, take: 1 }], subjects);
  const recorder = new DecisionRecorder(subjects);
  expect([
    choices.choose(EVENT_ORDER, 2, sources, 1),
    recorder.toDecision(EVENT_ORDER, 2, 1, sources, 1),
  ]).toEqual([0, { point: EVENT_ORDER, subject: 80, nth: 1, take: 1 }]);
  expect(choices.choose(EVENT_ORDER, 3, sources, 1)).toBe(2);
  expect(recorder.toDecision(EVENT_ORDER, 3, 2, sources, 1)).toMatchObject({ subject: 70, nth: 1 });
});

it('treats an event-order choice without events like any other choice', () => {
  const subjects = subjectsAt({ subject: 3 });
  const decision = { point: EVENT_ORDER, subject: 3, nth: 1, take: 2 };
  expect(new DecisionRecorder(subjects).toDecision(EVENT_ORDER, 4, 2, undefined, 0)).toEqual(decision);
  expect(new DecisionChoices([decision], subjects).choose(EVENT_ORDER, 4)).toBe(2);
});

it('uses the current event as the subject of other choices, even those with sources', () => {
  const subjects = subjectsAt({ subject: 3 });
  const decision = { point: ISSUE_GAP, subject: 3, nth: 1, take: 2 };
  const sources = Int32Array.from([9, 5, 5]);
  expect(new DecisionRecorder(subjects).toDecision(ISSUE_GAP, 3, 2, sources, 0)).toEqual(decision);
  expect(new DecisionChoices([decision], subjects).choose(ISSUE_GAP, 3, sources)).toBe(2);
});

it('takes the first of several events if no decision applies, but still counts all of them', () => {
  const recorder = new DecisionRecorder(subjectsAt({ subject: undefined }));
  const sources = Int32Array.from([9, 5]);
  expect(recorder.toDecision(EVENT_ORDER, 2, 0, sources, 0)).toBeUndefined();
  expect(recorder.toDecision(EVENT_ORDER, 2, 1, sources, 0)).toEqual({
    point: EVENT_ORDER,
    subject: 5,
    nth: 2,
    take: 1,
  });
});
