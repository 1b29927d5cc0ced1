import { runScenarioTest } from '../../harness/one-test/index.js';
import { measureStructure, playBack, runScenario } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';
import { asksForAnswer, owedAnswers } from './owed-answers.js';

/**
 * Returns the messages still unanswered by a recorded design when its test failed, oldest first, or none for a test
 * without a design. Runs the test once, after calling `beforeRun`.
 */
export function owedInReplay(scenario: Scenario, beforeRun: () => void): readonly string[] {
  const { design } = scenario;
  if (design === undefined) return [];
  const messages: string[] = [];
  const recording = playBack(design);
  const exchange = (lines: readonly string[]): readonly string[] => {
    for (const line of lines) if (asksForAnswer(line)) messages.push(line);
    return recording.exchange(lines);
  };
  beforeRun();
  runScenarioTest(scenario, {
    model: {
      measureStructure,
      runScenario: (replayed, sink, options) =>
        runScenario(replayed, sink, { ...options, design: { ...recording, exchange } }),
    },
  });
  return owedAnswers(messages, design.answers);
}
