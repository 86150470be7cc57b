import { pagesOf } from '../page.ts';

export const promotions = pagesOf('promotions', [
  { id: 'wheelOfFortune', path: '/promotions/wheel-of-fortune', kind: 'settings', menuRule: 'wheel.show' },
  { id: 'voucher', path: '/promotions/voucher', kind: 'documents', menuRule: 'voucher.show' },
  { id: 'promotions', path: '/promotions/promotions', kind: 'documents', menuRule: 'promotion.show' },
  {
    id: 'promotionCategory',
    path: '/promotions/promotion_category',
    kind: 'directory',
    rule: 'promotion_category.show',
  },
  {
    id: 'promotionWindow',
    path: '/promotions/promotion',
    kind: 'window',
    menuRule: 'promotion.show',
    parent: 'promotions',
  },
  {
    id: 'promotionWorkplace',
    path: '/promotions/promotion-workplace',
    kind: 'directory',
    menuRule: 'promotion_workplace.show',
  },
  { id: 'onePlusOne', path: '/promotions/one-plus-one', kind: 'directory', menuRule: 'one_plus_one.show' },
  { id: 'bloggers', path: '/promotions/bloggers', kind: 'directory', rule: 'referrals.show' },
]);
