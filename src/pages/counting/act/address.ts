/** How the matrix is looked at, as the window's address has it. */
import { MATRIX_FILTERS, MATRIX_SORTS, type MatrixView } from '../../../../machines/actWorkspace/matrix.ts';

const oneOf = <T extends string>(values: readonly T[], value: string | null, usual: T): T =>
  values.find((one) => one === value) ?? usual;

/** `sort=sum` is the most first, `sort=-sum` the least. */
export function matrixViewOf(params: URLSearchParams): MatrixView {
  const written = params.get('sort') ?? '';
  const ascending = written.startsWith('-');
  return {
    filter: oneOf(MATRIX_FILTERS, params.get('filter'), 'all'),
    query: params.get('q') ?? '',
    sort: oneOf(MATRIX_SORTS, ascending ? written.slice(1) : written, 'sum'),
    descending: !ascending,
  };
}
