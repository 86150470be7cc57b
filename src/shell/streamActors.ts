/** The workflow of the stream of nudges with its real actors. It comes some seconds after the page. */
import { createActor, fromCallback } from 'xstate';
import { sameJson } from '../../contract/json.ts';
import { TOPICS, type Topic } from '../../contract/noticeCount.ts';
import { type StreamEvent, streamMachine } from '../../machines/stream/stream.machine.ts';
import { onStale } from '../api/client.ts';
import { invalidateAll, queryClient } from '../api/queries.ts';
import { isTopic, readTopics } from '../api/stream.ts';
import { inspect } from '../app/inspect.ts';
import { networkNow, onNetwork } from '../app/network.ts';
import { session } from '../app/session.ts';

/** Lock of the tab that reads the stream, and channel of its words to the others. */
const NAME = 'idora-stream';
/** The server's heart beats every 20 seconds: so much silence is a connection that was lost without a word. */
const SILENCE_MS = 50_000;

/** Calls that a topic makes old. */
const READINGS: Readonly<Record<Exclude<Topic, 'rights'>, readonly string[]>> = {
  // what others did moves what waits too
  notices: ['noticeUnread', 'noticeIndex', 'myDay'],
  announcements: ['announcementMine'],
};

const channel = new BroadcastChannel(NAME);

/** What a step in one tab has made old is old in the others too; who does not look at them reads it on coming back. */
const steps = new BroadcastChannel('idora-steps');
onStale((calls) => calls.length > 0 && steps.postMessage(calls));
steps.onmessage = ({ data }: MessageEvent<readonly string[]>) => {
  if (document.visibilityState === 'visible') return invalidateAll(data);
  for (const id of data) void queryClient.invalidateQueries({ queryKey: [id], refetchType: 'none' });
};

function readAgain(topic: Topic): void {
  if (topic === 'rights') session.send({ type: 'rights.changed' });
  else invalidateAll(READINGS[topic]);
}

/** With other rights the menu, the pages and what every answer allows are other ones; a mere question changes nothing. */
function readAllOfOtherRights(): () => void {
  let before = session.getSnapshot().context.user?.rules;
  const watched = session.subscribe(({ context: { user } }) => {
    const [had, now] = [before, user?.rules];
    before = now;
    // the session says something with every key that is pressed: what is the same object is not compared
    if (had === now || had === undefined || now === undefined) return;
    if (!sameJson(had, now)) void queryClient.invalidateQueries();
  });
  return () => watched.unsubscribe();
}

const hearTabs = fromCallback<StreamEvent>(({ sendBack }) => {
  channel.onmessage = ({ data }: MessageEvent) => {
    if (isTopic(data)) sendBack({ type: 'tab.nudged', topic: data });
  };
  return () => {
    channel.onmessage = null;
  };
});

/** A page without a secure origin has no locks, and no stream: ten tabs of it would take all connections of the browser. */
const waitForTurn = fromCallback<StreamEvent>(({ sendBack }) => {
  const { locks } = navigator as { locks?: LockManager };
  const ended = new AbortController();
  const holding = () => {
    sendBack({ type: 'turn.came' });
    return new Promise<void>((release) => ended.signal.addEventListener('abort', () => release()));
  };
  // an end before the turn came is no failure
  locks?.request(NAME, { signal: ended.signal }, holding).catch(() => {});
  return () => ended.abort();
});

const watchNetwork = fromCallback<StreamEvent>(({ sendBack }) => {
  const look = () => sendBack({ type: networkNow().reachable ? 'network.back' : 'network.lost' });
  look();
  return onNetwork(look);
});

const readStream = fromCallback<StreamEvent>(({ sendBack }) => {
  const ended = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;
  const onBytes = () => {
    clearTimeout(silence);
    silence = setTimeout(() => ended.abort(), SILENCE_MS);
  };
  onBytes();
  const onOpen = () => sendBack({ type: 'stream.opened' });
  const onTopic = (topic: Topic) => sendBack({ type: 'stream.nudged', topic });
  readTopics({ signal: ended.signal, onOpen, onBytes, onTopic })
    // a network that was lost
    .catch(() => true)
    .then((taken) => {
      // nobody else may ask for anything for a while: what is on the screen is not for whose session was ended
      if (!taken) readAgain('rights');
      sendBack({ type: taken ? 'stream.lost' : 'stream.refused' });
    });
  return () => {
    clearTimeout(silence);
    ended.abort();
  };
});

const machine = streamMachine.provide({
  actors: { hearTabs, waitForTurn, watchNetwork, readStream },
  actions: {
    readAgain: (_, { topic }) => readAgain(topic),
    tellTabs: (_, { topic }) => channel.postMessage(topic),
    readEverythingAgain: () => {
      for (const topic of TOPICS) {
        readAgain(topic);
        channel.postMessage(topic);
      }
    },
  },
});

/** @returns stops it. */
export function startStream(): () => void {
  const actor = createActor(machine, { input: { spread: Math.random() }, inspect });
  actor.start();
  // this tab heard nothing between the page's own readings and now
  for (const calls of Object.values(READINGS)) invalidateAll(calls);
  const stop = readAllOfOtherRights();
  return () => {
    stop();
    actor.stop();
  };
}
