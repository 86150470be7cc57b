/** Records by a number that stands in no address (decision 98): sent by POST, kept in the memory of the search alone. */
import { Button } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { useText } from '../../i18n/index.ts';

export interface Found {
  readonly id: number;
  readonly title: string;
}

export interface NumberSearch {
  /** Whether the words are a whole number. */
  readonly takes: (words: string) => boolean;
  readonly find: (words: string) => Promise<readonly Found[]>;
  readonly open: (id: number) => void;
}

interface Answer {
  /** What it is the answer to. */
  readonly words: string;
  readonly found?: readonly Found[];
  readonly fault?: string;
}

/** What is found by the words that are typed now; the only one is opened. */
export function useByNumber(by: NumberSearch | undefined, typed: string) {
  const [answer, setAnswer] = useState<Answer>();
  const [asked, setAsked] = useState<string>();
  const now = useRef(typed);
  now.current = typed;
  const takes = by?.takes(typed) === true;

  async function find(): Promise<void> {
    if (by === undefined || !takes || asked === typed) return;
    setAsked(typed);
    try {
      const found = await by.find(typed);
      setAnswer({ words: typed, found });
      const [only] = found;
      // other words are typed meanwhile: nobody waits for this one
      if (only && found.length === 1 && now.current === typed) by.open(only.id);
    } catch (error) {
      setAnswer({ words: typed, fault: messageOf(error) });
    } finally {
      setAsked((words) => (words === typed ? undefined : words));
    }
  }
  return { takes, find, busy: asked === typed, answer: answer?.words === typed ? answer : undefined };
}

interface ByNumberProps {
  of: ReturnType<typeof useByNumber>;
  open: (id: number) => void;
}

export function ByNumber({ of: { find, busy, answer }, open }: ByNumberProps) {
  const t = useText('kit');
  return (
    <>
      <Button
        icon={<SearchIcon size={14} />}
        text={t('list.byNumber.find')}
        loading={busy}
        onClick={() => void find()}
        data-testid="list-by-number"
      />
      <div role="status" className="found-by-number">
        {answer?.fault}
        {answer?.found?.length === 0 && t('list.byNumber.none')}
        {answer?.found?.map(({ id, title }) => (
          <button key={id} type="button" className="link" onClick={() => open(id)}>
            {title}
          </button>
        ))}
      </div>
    </>
  );
}
