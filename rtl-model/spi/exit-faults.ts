import type { FaultTable } from '../context.js';
import type { Wave } from '../wave.js';
import type { ExitPath } from './exit-path.js';
import type { ExitTracker } from './exit-tracker.js';

/** Faults in exit tracking. */
export const TRACKER_FAULTS: FaultTable<ExitTracker> = {
  F02: ({ shownIds }) => ({ shownIds: { ...shownIds, idWrap: shownIds.idWrap - 1 } }),
  F45: (_tracker, _context, { exit, show }) => {
    let afterYoungest = 0;
    return {
      exit: (wave) => {
        afterYoungest = Math.max(afterYoungest, wave.sequence + 1);
        exit(wave);
      },
      show: (oldest) => show(Math.max(oldest, afterYoungest)),
    };
  },
  F46: ({ shown }, _, { show }) => ({ shown: shown + 1, show: (oldest) => show(oldest + 1) }),
  F51: (_tracker, _context, { exit, show }) => {
    let messagesWithoutPacker = 0;
    return {
      exit: (wave) => {
        if (!wave.section.exited && wave.section.messageSent && !wave.section.messageHasPacker)
          messagesWithoutPacker++;
        exit(wave);
      },
      show: (oldest) => show(oldest + messagesWithoutPacker),
    };
  },
  F240: (_, context, { exit, show }) => {
    let shownCycle = -1;
    return {
      exit: (wave) => {
        if (shownCycle !== context.now) exit(wave);
      },
      show: (oldest) => {
        shownCycle = context.now;
        show(oldest);
      },
    };
  },
  F243: (_tracker, _context, { send, arrive }) => {
    let isInFlight = false;
    return {
      send: () => {
        if (!isInFlight) send();
        isInFlight = true;
      },
      arrive: () => {
        isInFlight = false;
        arrive();
      },
    };
  },
  F244: (tracker, _, { exit, moveWindow }) => ({
    exit: (wave) => {
      exit(wave);
      if (tracker.oldest > tracker.windowStart) moveWindow(tracker.oldest);
    },
    moveWindow: (start) => {
      if (start > tracker.windowStart) moveWindow(start);
    },
  }),
};

const SHORT_QUEUE = 4;

/** Number of messages per cycle that a faulty tracker can accept. It drops the rest. */
const TRACKER_PORTS = 2;

/** Faults on the path to the exit tracker. */
export const EXIT_PATH_FAULTS: FaultTable<ExitPath> = {
  F47: () => ({ skippedOrdering: () => false }),
  F48: (_, context, { takeMessage }) => {
    let lastCycle = -1;
    return {
      takeMessage: (wave) => {
        if (lastCycle !== context.now) takeMessage(wave);
        lastCycle = context.now;
      },
    };
  },
  F49: (path) => ({
    waveEnded: (wave) => {
      if (wave.group === undefined) path.count(wave);
    },
  }),
  F50: ({ trackers }, _, { takeMessage }) => ({
    takeMessage: (wave) => {
      const isFirst = !wave.section.messageArrived;
      takeMessage(wave);
      if (isFirst && wave.section.messageArrived) trackers[wave.packer].exitNext(wave);
    },
  }),
  // Messages that arrive when the queue is full are dropped (U2).
  F166: (_path, _context, { send, arrive, takeMessage }) => {
    let inFlight = 0;
    return {
      send: (wave) => {
        inFlight++;
        send(wave);
      },
      arrive: (wave) => {
        arrive(wave);
        inFlight--;
      },
      takeMessage: (wave) => {
        if (inFlight < SHORT_QUEUE) takeMessage(wave);
      },
    };
  },
  F239: (_, context, { takeMessage }) => {
    let lastCycle = -1;
    let messageCount = 0;
    return {
      takeMessage: (wave) => {
        messageCount = lastCycle === context.now ? messageCount + 1 : 1;
        lastCycle = context.now;
        if (messageCount <= TRACKER_PORTS) takeMessage(wave);
      },
    };
  },
  F260: (path, _, { count, counted }) => ({
    count: (wave) => {
      if (!wave.section.exited) count(wave);
    },
    counted: (wave) => {
      const alreadyArrived = wave.overlap.dependents.filter((younger) => younger.section.messageArrived);
      counted(wave);
      for (const younger of alreadyArrived) path.count(younger);
    },
  }),
  F246: (_, context, { counted }) => {
    const lastNotified = new WeakMap<Wave, number>();
    return {
      counted: (wave) => {
        const { dependents } = wave.overlap;
        const notified = dependents.filter((younger) => lastNotified.get(younger) !== context.now);
        for (const younger of notified) lastNotified.set(younger, context.now);
        dependents.splice(0, dependents.length, ...notified);
        counted(wave);
      },
    };
  },
};
