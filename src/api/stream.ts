/** The stream of nudges, read by `fetch`: an `EventSource` cannot send the token, and axios waits for the end of an answer. */
import { TOPICS, type Topic } from '../../contract/noticeCount.ts';
import { baseOf } from './config.ts';
import { storedToken } from './token.ts';

export const isTopic = (word: unknown): word is Topic => TOPICS.some((topic) => topic === word);

export interface StreamReader {
  signal: AbortSignal;
  onOpen: () => void;
  /** The server's heart beats too. */
  onBytes: () => void;
  onTopic: (topic: Topic) => void;
}

/** Reads the stream until it ends. Throws when the network is lost. @returns whether the server took the token */
export async function readTopics({ signal, onOpen, onBytes, onTopic }: StreamReader): Promise<boolean> {
  const answer = await fetch(`${baseOf('cash')}/notice/stream`, {
    headers: { Authorization: `Bearer ${storedToken()}` },
    cache: 'no-store',
    signal,
  });
  if (answer.status === 401 || answer.status === 403) return false;
  if (!answer.ok || answer.body === null) return true;
  onOpen();
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return true;
    onBytes();
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const topic = line.replace('data: ', '');
      if (isTopic(topic)) onTopic(topic);
    }
  }
}
