/** Searching by name in every spelling (decision 29). */
import { searchKeys } from '../../contract/search.ts';

/** What stands for itself in LIKE: `%`, `_` and the backslash mean nothing there. */
export const likeLiteral = (words: string): string => words.replace(/[%_\\]/g, '\\$&');

type LikeBuilder = (column: 'search_key', op: 'like', value: string) => never;

/** Every word of the query, in any of its spellings (decision 29). */
export function likeKeys(where: unknown, column: string, query: string): never[] {
  const build = where as LikeBuilder & { and(parts: never[]): never };
  const keys = searchKeys(query);
  // Signs alone ask nothing.
  if (keys.length === 0) return [build.and([])];
  return keys.map((key) =>
    build.and(
      key
        .split(' ')
        .filter((word) => word !== '')
        .map((word) => build(column as 'search_key', 'like', `%${likeLiteral(word)}%`)),
    ),
  );
}
