import { pagesOf } from '../page.ts';

export const rating = pagesOf('rating', [
  { id: 'ratingPlans', path: '/rating/rating-plans', kind: 'documents', rule: 'scoring_criteria.show' },
  { id: 'ratingDashboard', path: '/rating/rating-dashboard', kind: 'dashboard', menuRule: 'rating.show' },
]);
