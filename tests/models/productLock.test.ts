import { expect } from 'vitest';
import { productLockMachine } from '../../machines/productLock/productLock.machine.ts';
import { productLockModel } from '../../machines/productLock/productLock.model.ts';
import { productLockOracle } from '../oracle/productLock.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(productLockMachine, productLockOracle);

const may = (snapshot: Parameters<typeof accepts>[0]) =>
  ['product.update', 'product.unlock', 'product.lock'].filter((type) => accepts(snapshot, { type }));

runModelLayer('productLock', productLockModel, {
  states: {
    locked(snapshot, world) {
      expectLogged(snapshot, world, ['product.update']);
      expect(may(snapshot)).toEqual(['product.update', 'product.unlock']);
    },
    active(snapshot, world) {
      expectLogged(snapshot, world, []);
      expect(may(snapshot)).toEqual(['product.lock']);
    },
  },
});
