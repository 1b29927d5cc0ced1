import { describe, expect, it } from 'vitest';
import { DecisionChoices, DecisionNames, type Subjects } from '../../rtl-model/decisions.js';
import { CHOICE } from '../../rtl-model/index.js';

/** Events are their own subjects; the test sets the current one. */
function subjectsAt(now: { subject: number | undefined }): Subjects {
  return { current: () => now.subject, ofEvent: (event) => event, cycle: () => 0 };
}

const { ISSUE_GAP, LOAD_LATENCY, EVENT_ORDER } = CHOICE;

describe('a schedule of decisions', () => {
  it('applies a decision where point, subject and number match, and takes the first alternative everywhere else', () => {
    const now = { subject: 3 };
    const choices = new DecisionChoices([{ point: ISSUE_GAP, subject: 3, nth: 2, take: 5 }], subjectsAt(now));
    const asked = [3, 4, 3, 3].map((subject) => {
      now.subject = subject;
      return choices.choose(ISSUE_GAP, 8);
    });
    expect(asked).toEqual([0, 0, 5, 0]);
    expect(choices.choose(LOAD_LATENCY, 8)).toBe(0);
  });

  it('prefers a decision for one occasion to one for every occasion of a subject, and that to one for all subjects of a kind', () => {
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

  it('takes the last alternative where a decision asks for one beyond it', () => {
    const choices = new DecisionChoices([{ point: ISSUE_GAP, take: 9 }], subjectsAt({ subject: undefined }));
    expect([choices.choose(ISSUE_GAP, 1), choices.choose(ISSUE_GAP, 4)]).toEqual([0, 3]);
  });

  it('takes the event that it names first, wherever that is in the list', () => {
    const choices = new DecisionChoices(
      [{ point: EVENT_ORDER, subject: 70, nth: 2, take: 1 }],
      subjectsAt({ subject: undefined }),
    );
    const tie = (...events: number[]) => choices.choose(EVENT_ORDER, events.length, Int32Array.from(events));
    expect([tie(60, 70), tie(60, 80, 70), tie(60, 70)]).toEqual([0, 2, 0]);
  });

  it('uses the names that another run gave its choices', () => {
    const names = new DecisionNames(subjectsAt({ subject: undefined }));
    const sources = Int32Array.from([9, 5, 5]);
    expect(names.of(EVENT_ORDER, 3, 2, sources, 0)).toEqual({
      point: EVENT_ORDER,
      subject: 5,
      nth: 2,
      take: 1,
    });
    expect(names.of(ISSUE_GAP, 4, 0, undefined, 0)).toBeUndefined();
    expect(names.of(ISSUE_GAP, 4, 3, undefined, 0)).toEqual({
      point: ISSUE_GAP,
      subject: -1,
      nth: 2,
      take: 3,
    });
  });
});

it('asks only for the events of its own alternatives, from the first of them on', () => {
  const sources = Int32Array.from([70, 60, 80, 70]);
  const at = subjectsAt({ subject: undefined });
  const choices = new DecisionChoices([{ point: EVENT_ORDER, subject: 70, nth: 1, take: 1 }], at);
  const names = new DecisionNames(at);
  expect([choices.choose(EVENT_ORDER, 2, sources, 1), names.of(EVENT_ORDER, 2, 1, sources, 1)]).toEqual([
    0,
    { point: EVENT_ORDER, subject: 80, nth: 1, take: 1 },
  ]);
  expect(choices.choose(EVENT_ORDER, 3, sources, 1)).toBe(2);
  expect(names.of(EVENT_ORDER, 3, 2, sources, 1)).toMatchObject({ subject: 70, nth: 1 });
});
