/** The cells of the matrix: what is saved, what is changed and kept as a draft, and what each change was made from. */
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Json } from '../../../contract/json.ts';
import type { MatrixCell } from '../../../contract/matrixGrid.ts';
import { useDraft } from '../../ui/form/drafts/useDraft.ts';
import { cellKey, placeOf } from '../../ui/matrix/changes.ts';
import { useMatrix } from '../../ui/matrix/useMatrix.ts';
import { type Cell, cellIn, NONE, sameCell, textOf } from './cells.ts';

/** Where a cell stands in the grid. */
const keyOf = ({ category_id, organization_id }: Pick<MatrixCell, 'category_id' | 'organization_id'>) =>
  cellKey(String(category_id), String(organization_id));

export function useSavedMatrix(cells: readonly MatrixCell[], day: string) {
  const read = useMemo(() => new Map(cells.map((cell) => [keyOf(cell), cell])), [cells]);
  const saved = useCallback((row: string, column: string): Cell => read.get(cellKey(row, column)) ?? NONE, [read]);
  const matrix = useMatrix<Cell>(saved, sameCell);
  const { changed, set, clear } = matrix;
  const rebase = useEffectEvent(matrix.rebase);
  useEffect(() => rebase(saved), [saved]);

  /** Revisions that the changes began from: a reading meanwhile makes nobody overwrite what was not seen. */
  const began = useRef(new Map<string, number | null>());
  useEffect(() => {
    for (const key of changed.keys()) if (!began.current.has(key)) began.current.set(key, read.get(key)?.id ?? null);
    for (const key of began.current.keys()) if (!changed.has(key)) began.current.delete(key);
  }, [changed, read]);

  const written = useMemo(() => {
    const texts: [string, Json][] = [...changed].map(([key, cell]) => [key, textOf(cell)]);
    const before: [string, Json][] = texts.map(([key]) => [key, textOf(read.get(key) ?? NONE)]);
    return { fields: Object.fromEntries(texts), base: Object.fromEntries(before) };
  }, [changed, read]);
  const draft = useDraft({
    place: { form: 'record.matrixItem', of: `new.${day}` },
    written,
    onTaken: ({ fields }) =>
      set(
        Object.entries(fields).flatMap(([key, text]) => {
          const value = typeof text === 'string' ? cellIn(text, NONE) : undefined;
          return value === undefined ? [] : [{ ...placeOf(key), value }];
        }),
      ),
    onStartedOver: clear,
  });

  return {
    matrix,
    saved,
    draft,
    cellOf: (row: string, column: string) => read.get(cellKey(row, column)),
    /** As they are sent. */
    bodies: () =>
      [...changed].map(([key, { stand, min, max }]) => {
        const { row, column } = placeOf(key);
        return {
          ...{ category_id: Number(row), organization_id: Number(column), stand, min, max },
          before: began.current.get(key) ?? null,
        };
      }),
    /** The person has seen what somebody else saved: the next save goes over it. */
    seen() {
      for (const key of changed.keys()) began.current.set(key, read.get(key)?.id ?? null);
    },
  };
}
