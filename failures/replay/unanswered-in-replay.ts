import { runScenarioTest } from '../../harness/one-test/index.js';
import { measureStructure, playBack, runScenario } from '../../rtl-model/index.js';
import type { Scenario } from '../../transactions/index.js';
import { expectsAnswer, findUnanswered } from './unanswered.js';

/**
 * Returns the messages that a recorded design had not answered when its test failed, oldest first, or an empty list if
 * the test has no design. Runs the test once, after calling `beforeRun`.
 */
export function findUnansweredInReplay(scenario: Scenario, beforeRun: () => void): readonly string[] {
  const { design } = scenario;
  if (design === undefined) return [];
  const messages: string[] = [];
  const recording = playBack(design);
  const exchange = (lines: readonly string[]): readonly string[] => {
    for (const line of lines) if (expectsAnswer(line)) messages.push(line);
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
  return findUnanswered(messages, design.answers);
}
