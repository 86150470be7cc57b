import { pagesOf } from '../page.ts';

export const logistics = pagesOf('logistics', [
  {
    id: 'installableCategory',
    path: '/logistics/installable-category',
    kind: 'directory',
    rule: 'installable_categories.show',
    declared: 'installableCategory',
    dated: 'installableFee',
  },
  {
    id: 'deliveryPrice',
    path: '/logistics/delivery-price',
    kind: 'settings',
    menuRule: 'delivery_price.show',
    dated: 'deliveryPrice',
  },
  {
    id: 'deliveryCars',
    path: '/logistics/delivery-cars',
    kind: 'directory',
    menuRule: 'delivery_car.show',
    declared: 'deliveryCar',
  },
  { id: 'deliveryAdmin', path: '/logistics/delivery-admin', kind: 'workspace', menuRule: 'delivery_task.show' },
  {
    id: 'deliveryCoefficient',
    path: '/logistics/coefficient',
    kind: 'settings',
    menuRule: 'delivery_coefficient.show',
    dated: 'coefficient',
  },
  {
    id: 'limitationOfCategoryBrands',
    path: '/limitation-of-category-brands/limitation-of-category-brands',
    kind: 'settings',
    menuRule: 'category_brand_limitation.show',
    dated: 'categoryBrandLimitation',
  },
]);
