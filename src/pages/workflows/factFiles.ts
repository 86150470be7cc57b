/** What `npm run docs` says of every workflow, in one file of the app: sixty small ones cost more than they spare. */
import type { PageId } from '../../routes/registry.ts';

/** The content of `docs/generated/workflows/<name>.json`. */
export interface Facts {
  file: string;
  /** Requirement of a state, by its path. */
  requirements: Record<string, string>;
  senders: { event: string; call: string; rule: string; who?: string }[];
  pageEvents: string[];
  pages: PageId[];
  everywhere: boolean;
  layers: string[];
  proved?: Record<string, string[]>;
  /** Of each test path the name of its beginning ('' where it has none), then those of its cases. */
  paths: [begins: string, ...cases: string[]][];
  /** The event's type of each case of the paths. */
  cases: Record<string, string>;
}

export default import.meta.glob<Facts>('../../../docs/generated/workflows/*.json', { eager: true, import: 'default' });
