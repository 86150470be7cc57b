/** What competitors ask: our price of that day beside theirs. */
import { competitorNews } from '../../contract/directories/competitorNews.ts';
import { directoryPage } from '../directory/page.tsx';
import { isBlank } from '../ui/form/rules.ts';

export default directoryPage(competitorNews, {
  columns: (t) => [
    { key: 'our_price', title: t('fields.our_price'), kind: 'sum', value: (row) => row.our_price },
    { key: 'difference', title: t('fields.difference'), kind: 'sum', signed: true, value: (row) => row.difference },
  ],
  rules: {
    variant:
      (t) =>
      (variant: unknown, { offer }) =>
        isBlank(variant) && isBlank(offer) ? { words: t('rules.variant') } : null,
  },
});
