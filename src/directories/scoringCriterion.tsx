/** Criteria of the scoring: with the source of their fact. */
import { scoringCriterion } from '../../contract/directories/scoringCriterion.ts';
import { directoryPage } from '../directory/page.tsx';

export default directoryPage(scoringCriterion, {
  columns: (t) => [
    {
      key: 'source',
      title: t('fields.source'),
      width: '11rem',
      cut: true,
      value: ({ source }) => t(`values.source.${source}`),
    },
  ],
});
