/** One import as the dialog works with it: its file sent, its work gone on with, what it is asked; one thing at a time. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Call } from '../../../contract/call.ts';
import {
  type Import,
  importAdd,
  importCheck,
  importChoose,
  importConfirm,
  importCreate,
  importNext,
  importShow,
  importStop,
  importTakeBack,
  SLICE,
  SLICE_CHARACTERS,
} from '../../../contract/imports.ts';
import { keyOfSending, type Refusal } from '../../../contract/refusal.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import { messageOf, newKey, request } from '../../api/client.ts';
import { invalidateAll } from '../../api/queries.ts';
import { refusalOf } from '../../api/refusal.ts';
import type { Read } from './read.ts';

export type Choices = readonly { row: number; field: string; take: 'now' | 'file' }[];

interface State {
  found: Import | null;
  /** Rows that were sent, while they are. */
  sent: number | null;
  busy: boolean;
  failure: string | null;
}

const QUIET: State = { found: null, sent: null, busy: false, failure: null };

/** The last step that was sent: after a lost answer the same one goes again under the same key. */
interface SentStep {
  readonly words: object;
  readonly key: string;
  refusal: Refusal | null;
}

/** The file that is sent, until all of its rows are there: after a lost answer it goes on where it was. */
interface SentFile {
  readonly file: Read;
  readonly name: string;
  readonly key: string;
  /** Rows that the server has. */
  rows: number;
}

/** The rows from one on that go in one request. */
function sliceOf(rows: Read['rows'], from: number): Read['rows'] {
  let characters = 0;
  let to = from;
  for (; to < rows.length && to - from < SLICE; to += 1) {
    characters += JSON.stringify(rows[to]).length;
    if (characters > SLICE_CHARACTERS && to > from) break;
  }
  return rows.slice(from, to);
}

const isWorking = (found: Import | null): boolean => found?.status === 'checking' || found?.status === 'writing';

export function useImport(sheet: Sheet, id: number | null, onBegun: (id: number) => void) {
  const [state, setState] = useState<State>(QUIET);
  const running = useRef<AbortController | null>(null);
  const sent = useRef<SentStep | null>(null);
  const sending = useRef<SentFile | null>(null);
  const { found } = state;

  /** Runs one thing after what runs now is given up; an answer that comes later is not shown. */
  async function run(work: (signal: AbortSignal) => Promise<Import | null>): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setState((now) => ({ ...now, busy: true, failure: null }));
    try {
      const next = await work(signal);
      if (!signal.aborted) setState((now) => ({ ...now, found: next, sent: null, busy: false }));
    } catch (error) {
      if (!signal.aborted) setState((now) => ({ ...now, sent: null, busy: false, failure: messageOf(error) }));
    }
  }

  const show = (answer: { data: Import }, signal: AbortSignal): Import => {
    if (!signal.aborted) setState((now) => ({ ...now, found: answer.data }));
    return answer.data;
  };

  /** Goes on with the server's work until it rests. */
  async function goOn(begun: Import, signal: AbortSignal): Promise<Import> {
    let now = begun;
    while (isWorking(now)) {
      const before = now.status;
      now = show(await request(importNext, { params: { id: now.id }, signal }), signal);
      // what was written is in the list behind the dialog
      if (before === 'writing' && now.status === 'done') renew();
    }
    return now;
  }

  const renew = () => invalidateAll([...sheet.stale]);

  /** What has become of it, gone on with. */
  const load = (wanted: number) => {
    sending.current = null;
    void run(async (signal) =>
      goOn(show(await request(importShow, { params: { id: wanted }, signal }), signal), signal),
    );
  };
  const open = useEffectEvent((wanted: number) => {
    if (wanted !== found?.id) load(wanted);
  });
  useEffect(() => {
    if (id !== null) open(id);
    else setState(QUIET);
  }, [id]);
  useEffect(() => () => running.current?.abort(), []);

  const begin = (file: Read, name: string) => send({ file, name, key: newKey(), rows: 0 });

  function send(now: SentFile): Promise<void> {
    const { file, name, key } = now;
    sending.current = now;
    return run(async (signal) => {
      const body = {
        directory: sheet.name,
        file_name: name.slice(0, 200),
        file_hash: file.hash,
        exported_at: file.exportedAt,
        columns: [...file.columns].map((column) => ({ ...column, title: column.title.slice(0, 300) })),
        rows: file.rows.length,
      };
      const { data } = await request(importCreate, { body, signal, key });
      const params = { id: data.id };
      setState((state) => ({ ...state, found: data, sent: now.rows }));
      while (now.rows < file.rows.length) {
        const rows = sliceOf(file.rows, now.rows).map((row) => ({ ...row, cells: [...row.cells] }));
        await request(importAdd, { params, body: { rows }, signal });
        now.rows += rows.length;
        setState((state) => ({ ...state, sent: now.rows }));
      }
      sending.current = null;
      onBegun(data.id);
      return goOn(show(await request(importCheck, { params, signal }), signal), signal);
    });
  }

  /** A step that the person asks for; the version that was seen is sent with it. */
  const step = (call: Call, body?: object, after?: () => void) => {
    if (found === null) return;
    // to give it up, whatever it has come to meanwhile, needs no version
    const seen = call === importStop ? {} : { ifMatch: found.version };
    const words = { params: { id: found.id }, ...seen, ...(body && { body }) };
    const now = { call: call.id, ...words };
    const fresh = newKey();
    const key = sent.current === null ? fresh : keyOfSending(sent.current, sent.current.words, now, fresh);
    const mine: SentStep = { words: now, key, refusal: null };
    sent.current = mine;
    void run(async (signal) => {
      const answer = await request(call, { ...words, key, signal } as never).catch(async (error: unknown) => {
        mine.refusal = refusalOf(error);
        if (mine.refusal.kind === 'failed') throw error;
        // refused in a state that is not the one shown: what it has come to is shown and gone on with
        const read = await request(importShow, { params: { id: found.id }, signal });
        if (show(read, signal).status === found.status) throw error;
        return read;
      });
      after?.();
      return goOn(show(answer as { data: Import }, signal), signal);
    });
  };

  return {
    ...state,
    begin,
    check: () => step(importCheck),
    choose: (choices: Choices) => step(importChoose, { choices }),
    confirm: (withoutBad: boolean) => step(importConfirm, { file_hash: found?.file_hash, without_bad: withoutBad }),
    takeBack: () => step(importTakeBack, undefined, renew),
    stop() {
      // a file that is given up is not sent on
      sending.current = null;
      step(importStop);
    },
    /** After a lost answer: a file goes on where it was, of what was asked is shown what has become of it. */
    retry() {
      if (sending.current !== null) void send(sending.current);
      else if (found !== null) load(found.id);
    },
  };
}

export type Importing = ReturnType<typeof useImport>;
