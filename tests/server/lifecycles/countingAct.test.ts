import { countingActMachine } from '../../../machines/countingAct/countingAct.machine.ts';
import { countingActOracle } from '../../oracle/countingAct.ts';
import { withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';
import { ActDriver } from './countingAct.driver.ts';

runApiLayer({
  machine: countingActMachine,
  oracle: countingActOracle,
  server: withServer(),
  document: true,
  async open(watched) {
    const driver = new ActDriver(watched.server);
    await driver.open();
    return driver;
  },
});
