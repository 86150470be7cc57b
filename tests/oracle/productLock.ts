/** A lock of a product: areas 3.3 "product lock". */
import { defineOracle } from './oracle.ts';

export const productLockOracle = defineOracle(['locked', 'active'], {
  machine: 'productLock',
  begins: { state: 'locked', facts: {} },
  cases: {
    'product.update': { verb: 'gets another reason' },
    'product.unlock': { verb: 'is unlocked' },
    'product.lock': { verb: 'is locked again' },
  },
  denied: [
    {
      cases: ['product.update', 'product.unlock', 'product.lock'],
      person: 'keeper',
      status: 403,
      source: 'areas 3.3: lock_products.edit',
    },
  ],
  rows: [
    {
      state: 'locked',
      accepts: { 'product.update': 'locked', 'product.unlock': 'active' },
      source: 'areas 3.3: active ⇄ locked',
    },
    {
      state: 'active',
      accepts: { 'product.lock': 'locked' },
      source: 'areas 3.3: active ⇄ locked',
    },
  ],
});
