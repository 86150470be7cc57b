import { pagesOf } from '../page.ts';

export const price = pagesOf('price', [
  {
    id: 'pricedProducts',
    path: '/products/products',
    kind: 'directory',
    rule: 'product_residue.report',
    declared: ['variant', 'product', 'brand', 'productBarcode'],
  },
  { id: 'priceTags', path: '/price-tag', kind: 'documents', rule: 'selling_board.show' },
  {
    id: 'priceTagWindow',
    path: '/price-tag/price-tag',
    kind: 'window',
    rule: 'selling_board.show',
    parent: 'priceTags',
  },
  {
    id: 'fondProducts',
    path: '/fond-products',
    kind: 'directory',
    rule: 'product_variant_detail.show',
    built: true,
    declared: 'fondProduct',
  },
  {
    id: 'promotionProducts',
    path: '/price-formation/promotion-products',
    kind: 'directory',
    menuRule: 'promotion_product.show',
  },
  {
    id: 'productVariants',
    path: '/price-formation/product-variants',
    kind: 'directory',
    menuRule: 'product_variant_detail.show',
  },
  {
    id: 'productPricePage',
    path: '/price-formation/product-price-page',
    kind: 'workspace',
    rule: 'product_variant_detail.show',
  },
  {
    id: 'markupForCategory',
    path: '/price-formation/markup-for-category',
    kind: 'settings',
    menuRule: 'price_markup.show',
    dated: 'priceMarkup',
  },
  {
    id: 'markupForBrand',
    path: '/price-formation/markup-for-brand',
    kind: 'settings',
    menuRule: 'price_markup.show',
    dated: 'brandMarkup',
  },
  {
    id: 'controleIncomePrice',
    path: '/price-formation/controle-income-price',
    kind: 'settings',
    rule: 'control_input_price_category.show',
    dated: 'inputPriceControl',
  },
]);
