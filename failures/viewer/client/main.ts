import type { Transaction } from '../../../transactions/index.js';
import { buildRunTimeline, type RunTimeline } from '../../timeline/run-timeline.js';
import type { TimelineScenario } from '../../timeline/wave-life.js';
import type { ViewerData } from '../viewer-data.js';
import { linkSelection, listenToControls } from './controls.js';
import { byId } from './dom.js';
import { showEvents, showSteps } from './lists.js';
import { showCaches, showMemory } from './memory-views.js';
import { showScreen } from './screen-view.js';
import { listenToTimeline, TimelineCanvas } from './timeline-canvas.js';
import { ViewerState } from './viewer-state.js';
import { showWave } from './wave-views.js';

/** Reads a run's stream, embedded in the page as base64-encoded, gzipped JSON Lines. */
async function readRun(scenario: TimelineScenario): Promise<RunTimeline> {
  const packed = Uint8Array.from(atob(byId('run-stream').textContent ?? ''), (char) => char.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  const text = await new Response(unpacked).text();
  const lines = text.split('\n').filter(Boolean);
  return buildRunTimeline(
    scenario,
    lines.map((line): Transaction => JSON.parse(line)),
  );
}

async function start(): Promise<void> {
  const data: ViewerData = JSON.parse(byId('run-data').textContent ?? '');
  const state = new ViewerState(await readRun(data.scenario), data);
  const timeline = new TimelineCanvas(state);
  listenToTimeline(timeline, state);
  listenToControls(state, timeline);
  showSteps(state);
  showWave(state);
  showScreen(state);
  showMemory(state);
  showCaches(state);
  showEvents(state);
  linkSelection(state);
  // The views requested their frames earlier, so they are drawn before this callback runs.
  requestAnimationFrame(() => {
    byId('loading').remove();
    document.body.dataset.ready = 'true';
  });
}

start().catch((error: Error) => {
  byId('loading').replaceChildren(
    `Cannot show this run: ${error.message}. The file may be corrupt; regenerate it.`,
  );
});
