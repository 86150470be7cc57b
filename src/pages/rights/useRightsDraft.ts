/** Changes of rights that are not saved: kept as a draft with the reason, and what others changed since is named once it is taken. */
import { useMemo, useState } from 'react';
import { type Json, sameJson } from '../../../contract/json.ts';
import type { DraftPlace } from '../../ui/form/drafts/forms.ts';
import { type Draft, useDraft } from '../../ui/form/drafts/useDraft.ts';

/** What is saved of one rule, and the version of the record that it belongs to. */
export interface SavedRight {
  readonly value: Json;
  readonly version: number;
}

export interface RightChange extends SavedRight {
  /** In words: the rule, and whose. */
  readonly title: string;
  readonly next: Json;
}

/** What became of the rights of a taken draft since it was written, in its words. */
export interface Since {
  /** Something else is saved there now. */
  readonly changed: readonly string[];
  /** The person may not change it any more, or it is no more. */
  readonly gone: readonly string[];
}

interface RightsDraftOptions {
  /** null: nothing may be changed here. */
  place: DraftPlace | null;
  /** What is changed, by a key of each; the same object until that changes. */
  changes: ReadonlyMap<string, RightChange>;
  /** What is saved now; undefined where the person may not change it. */
  savedOf: (key: string) => SavedRight | undefined;
  /** The only changes from now on. */
  onTake: (changes: readonly (readonly [key: string, next: Json])[]) => void;
}

export interface RightsDraft {
  draft: Draft;
  /** null: nobody changed these rights since the draft was written. */
  since: Since | null;
  /** Why, where a change leaves documents with nobody. */
  reason: string;
  setReason: (reason: string) => void;
  /** Saved, or given up. */
  end: () => void;
}

const REASON = 'reason';

interface Kept {
  title: string;
  value: Json;
}
const isKept = (entry: [string, unknown]): entry is [string, Kept] =>
  typeof entry[1] === 'object' && entry[1] !== null && 'title' in entry[1] && 'value' in entry[1];

export function useRightsDraft({ place, changes, savedOf, onTake }: RightsDraftOptions): RightsDraft {
  const [reason, setReason] = useState('');
  const [since, setSince] = useState<Since | null>(null);
  const written = useMemo(() => {
    const fields = [...changes].map(([key, { title, next }]) => [key, { title, value: next }] as const);
    const base = [...changes].map(([key, { value, version }]) => [key, { value, version }] as const);
    return {
      fields: Object.fromEntries<unknown>(reason === '' ? fields : [...fields, [REASON, reason]]),
      base: Object.fromEntries<unknown>(base),
    };
  }, [changes, reason]);

  function leave(): void {
    onTake([]);
    setReason('');
    setSince(null);
  }

  const draft = useDraft({
    place,
    written,
    onTaken({ fields, base }) {
      const then = base as Readonly<Record<string, SavedRight | undefined>>;
      const kept = Object.entries(fields).filter(isKept);
      const known = kept.flatMap(([key, { title, value }]) => {
        const now = savedOf(key);
        return now === undefined ? [] : [{ key, title, value, now }];
      });
      const wanted = known.filter(({ value, now }) => !sameJson(value, now.value));
      onTake(wanted.map(({ key, value }) => [key, value] as const));
      setReason(typeof fields[REASON] === 'string' ? fields[REASON] : '');
      const changed = known.filter(({ key, now }) => !sameJson(then[key]?.value, now.value)).map(({ title }) => title);
      const gone = kept.filter(([key]) => savedOf(key) === undefined).map(([, { title }]) => title);
      const isOlder = known.some(({ key, now }) => then[key]?.version !== now.version);
      setSince(isOlder || changed.length > 0 || gone.length > 0 ? { changed, gone } : null);
      if (wanted.length === 0) draft.drop();
    },
    onStartedOver: leave,
  });
  return {
    draft,
    since,
    reason,
    setReason,
    end() {
      draft.drop();
      leave();
    },
  };
}
