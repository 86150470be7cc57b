import { invoiceMachine } from '../../../machines/invoice/invoice.machine.ts';
import { invoiceOracle } from '../../oracle/invoice.ts';
import { withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';
import { InvoiceDriver } from './invoice.driver.ts';

runApiLayer({
  machine: invoiceMachine,
  oracle: invoiceOracle,
  server: withServer(),
  document: true,
  async open(watched) {
    const driver = new InvoiceDriver(watched.server);
    await driver.open();
    return driver;
  },
});
