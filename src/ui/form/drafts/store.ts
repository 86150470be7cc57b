/** Where drafts of forms are kept: in this browser by person, form and record, or on the server. */
import {
  ASIDE_HOURS,
  DRAFT_DAYS,
  draftDrop,
  draftIndex,
  draftKeep,
  draftSetAside,
  type KeptDraft,
  MOST_DRAFTS,
} from '../../../../contract/drafts.ts';
import type { Keeping } from '../../../../machines/formDraft/formDraft.machine.ts';
import { request } from '../../../api/client.ts';
import { type DraftPlace, keptOn } from './forms.ts';

export interface DraftStore {
  /** The newest that another opening of the form left. */
  read: (visit: string, signal: AbortSignal) => Promise<KeptDraft | null>;
  keep: (draft: Keeping, signal: AbortSignal) => Promise<void>;
  /** As the page goes. */
  keepNow: (draft: Keeping) => void;
  setAside: (visit: string) => void;
  drop: (visit: string) => Promise<void>;
}

const PREFIX = 'draft.';
const HOUR = 3_600_000;

interface Stored extends KeptDraft {
  /** Milliseconds since the epoch. */
  until: number;
}

function storedUnder(key: string): Stored[] {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '[]') as Stored[];
    return stored.filter(({ until }) => until > Date.now());
  } catch {
    return [];
  }
}

/** Throws where there is no room. */
function store(key: string, drafts: readonly Stored[]): void {
  if (drafts.length === 0) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(drafts.slice(0, MOST_DRAFTS)));
}

/** Drafts whose days are over go when any form is opened. */
function forgetOld(): void {
  const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
  for (const key of keys) if (key.startsWith(PREFIX) && storedUnder(key).length === 0) localStorage.removeItem(key);
}

function onComputer(key: string): DraftStore {
  const others = (visit: string) => storedUnder(key).filter((one) => one.visit !== visit);
  const keep = (draft: Keeping) =>
    store(key, [
      { ...draft, at: new Date().toISOString(), until: Date.now() + DRAFT_DAYS * 24 * HOUR },
      ...others(draft.visit),
    ]);
  return {
    async read(visit) {
      forgetOld();
      return others(visit)[0] ?? null;
    },
    async keep(draft) {
      keep(draft);
    },
    keepNow(draft) {
      try {
        keep(draft);
      } catch (error) {
        console.error(error);
      }
    },
    setAside(visit) {
      const until = Date.now() + ASIDE_HOURS * HOUR;
      store(
        key,
        storedUnder(key).map((one) => (one.visit === visit ? { ...one, until: Math.min(one.until, until) } : one)),
      );
    },
    async drop(visit) {
      store(key, others(visit));
    },
  };
}

function onServer(place: { form: string; of: string }): DraftStore {
  return {
    async read(visit, signal) {
      const { data } = await request(draftIndex, { query: place, signal });
      return data.find((one) => one.visit !== visit) ?? null;
    },
    async keep(draft, signal) {
      await request(draftKeep, { body: { ...place, ...draft }, signal });
    },
    // a body of up to 64 kB is sent after its page is gone
    keepNow: (draft) => void request(draftKeep, { body: { ...place, ...draft }, keepalive: true }).catch(() => {}),
    setAside: (visit) => void request(draftSetAside, { body: { ...place, visit } }).catch(() => {}),
    // not stopped with its form: a save leads to another page at once, and what was saved is no draft
    async drop(visit) {
      await request(draftDrop, { query: { ...place, visit }, keepalive: true });
    },
  };
}

export const draftStore = (userId: number, { form, of }: DraftPlace): DraftStore =>
  keptOn(form) === 'server' ? onServer({ form, of: String(of) }) : onComputer(`${PREFIX}${userId}.${form}.${of}`);
