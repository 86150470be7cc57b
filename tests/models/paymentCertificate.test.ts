import { expect } from 'vitest';
import { paymentCertificateMachine } from '../../machines/paymentCertificate/paymentCertificate.machine.ts';
import { paymentCertificateModel } from '../../machines/paymentCertificate/paymentCertificate.model.ts';
import { paymentCertificateOracle } from '../oracle/paymentCertificate.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(paymentCertificateMachine, paymentCertificateOracle);

const EVENTS = ['certificate.update', 'certificate.issue', 'certificate.annul'];
const may = (snapshot: Parameters<typeof accepts>[0]) => EVENTS.filter((type) => accepts(snapshot, { type }));

runModelLayer('paymentCertificate', paymentCertificateModel, {
  states: {
    draft(snapshot, world) {
      expectLogged(snapshot, world, ['certificate.update']);
      const { truthful } = snapshot.context;
      expect(may(snapshot)).toEqual(truthful ? ['certificate.update', 'certificate.issue'] : ['certificate.update']);
    },
    issued(snapshot) {
      expect(may(snapshot)).toEqual(snapshot.context.paid ? ['certificate.annul'] : []);
    },
    annulled(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
  },
});
