import { type Html, h } from '../../../base/page/index.js';
import type { FormattedSuggestion } from '../../../closure/aim/index.js';
import { commandLine, list } from '../parts.js';

/**
 * Renders suggestions for hitting holes. Each is a collapsible block that shows the cost, the nearest bins, what makes
 * tests more likely to reach them, and a command to try.
 */
export function renderSuggestions(suggestions: readonly FormattedSuggestion[]): Html[] {
  if (suggestions.length === 0) return [];
  return [
    h('h3', {}, 'How to reach the cheapest holes'),
    ...suggestions.map(({ bin, cost, steps, nextStep, predictors: factors, command }) =>
      h(
        'details',
        {},
        h('summary', {}, h('strong', {}, bin), `, ${cost}`),
        h('p', {}, 'Nearest bins that were hit:'),
        list(
          steps.map(({ text, line }) =>
            line === undefined ? text : h('div', {}, h('span', {}, text), commandLine(line)),
          ),
        ),
        ...(factors.length === 0
          ? []
          : [h('p', {}, `What helps tests reach ${nextStep}:`), list(factors.map(({ text }) => text))]),
        h('p', {}, 'To search for a test that hits this bin:'),
        commandLine(command),
      ),
    ),
  ];
}
