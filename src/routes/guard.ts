/**
 * The access rules of spec 2, in their order (decisions 1, 3, 8): the device, the token, the rules of the person.
 * Pure: what to show at a path, or where to go instead.
 */
import { allows, isWellFormed, type Rules } from '../../contract/rules.ts';
import { guardOutside, type Outsider } from './outside.ts';
import { HOME, NOT_FOUND } from './paths.ts';
import { type Match, matchPath, pageOf } from './registry.ts';

export type Visitor =
  | Outsider
  /** A token is stored and its person is not known yet. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'person'; readonly rules: Rules };

export type Verdict =
  | { readonly kind: 'show'; readonly match: Match; readonly path?: undefined }
  | { readonly kind: 'wait'; readonly match?: undefined; readonly path?: undefined }
  | { readonly kind: 'go'; readonly path: string; readonly match?: undefined };

const go = (path: string): Verdict => ({ kind: 'go', path });
const show = (match: Match): Verdict => ({ kind: 'show', match });

const reported = new Set<string>();
/** A malformed rule never grants and is logged once (decision 9). */
function reportMalformed(rule: string | undefined): void {
  if (!import.meta.env.DEV || rule === undefined || isWellFormed(rule) || reported.has(rule)) return;
  reported.add(rule);
  console.warn(`malformed rule "${rule}"`);
}

export function guard(visitor: Visitor, path: string): Verdict {
  if (visitor.kind === 'unknown') return { kind: 'wait' };
  if (visitor.kind !== 'person') {
    const verdict = guardOutside(visitor, path);
    return verdict.kind === 'go' ? verdict : show({ page: verdict.page, params: {} });
  }
  const match = matchPath(path);
  if (match === undefined) return show({ page: pageOf('notFound'), params: {} });
  if (match.page.public === true) return go(HOME);
  reportMalformed(match.page.rule);
  return allows(visitor.rules, match.page.rule) ? show(match) : go(NOT_FOUND);
}
