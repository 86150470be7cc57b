/** Records by a number that stands in no address (decision 98): sent by POST, kept in the memory of the search alone. */
import { Button } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
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

interface ByNumberProps {
  by: NumberSearch;
  typed: string;
  /** How often Enter was pressed over these words: also before this was fetched. */
  enters: number;
}

/** What is found by the number that is typed now; the only one is opened. */
export default function ByNumber({ by, typed, enters }: ByNumberProps) {
  const t = useText('kit');
  const [answer, setAnswer] = useState<Answer>();
  const [asked, setAsked] = useState<string>();
  /** Null once the field has other words or is gone. */
  const now = useRef<string | null>(null);
  useEffect(() => {
    now.current = typed;
    return () => {
      now.current = null;
    };
  }, [typed]);

  async function find(): Promise<void> {
    if (asked === typed) return;
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press
  useEffect(() => {
    if (enters > 0) void find();
  }, [enters]);
  const said = answer?.words === typed ? answer : undefined;
  return (
    <>
      <Button
        icon={<SearchIcon size={14} />}
        text={t('list.byNumber.find')}
        loading={asked === typed}
        onClick={() => void find()}
        data-testid="list-by-number"
      />
      <div role="status" className="found-by-number">
        {said?.fault}
        {said?.found?.length === 0 && t('list.byNumber.none')}
        {said?.found?.map(({ id, title }) => (
          <button key={id} type="button" className="link" onClick={() => by.open(id)}>
            {title}
          </button>
        ))}
      </div>
    </>
  );
}
