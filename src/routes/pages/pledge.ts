import { pagesOf } from '../page.ts';

export const pledge = pagesOf('pledge', [
  {
    id: 'pledgeCarBrands',
    path: '/pledge/pledge-car-brands',
    kind: 'directory',
    rule: 'car_brands.show',
    declared: 'pledgeCarBrand',
  },
  {
    id: 'pledgeCarModels',
    path: '/pledge/pledge-car-models',
    kind: 'directory',
    rule: 'car_models.show',
    declared: 'pledgeCarModel',
    dated: 'carBasePrice',
  },
  {
    id: 'pledgeCarEvaluations',
    path: '/pledge/pledge-car-evaluations',
    kind: 'documents',
    rule: 'car_evaluations.show',
    declared: 'pledgeEvaluation',
  },
  {
    id: 'pledgeCarAnalysis',
    path: '/pledge/pledge-car-analysis',
    kind: 'report',
    menuRule: 'car_evaluations.show',
    built: true,
  },
  {
    id: 'carWear',
    path: '/pledge/wear',
    kind: 'settings',
    rule: 'car_wear_percents.show',
    dated: 'carWearPercent',
  },
  {
    id: 'pledgeSettings',
    path: '/pledge/settings',
    kind: 'settings',
    rule: 'car_wear_percents.show',
    dated: 'pledgeSetting',
  },
]);
