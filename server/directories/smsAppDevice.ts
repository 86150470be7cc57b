/** Phones that send SMS: what moves them is their chart alone. */
import { smsAppDevice } from '../../contract/directories/smsAppDevice.ts';
import { smsAppDeviceMachine } from '../../machines/smsAppDevice/smsAppDevice.machine.ts';
import { serveDirectory } from '../directory/serve.ts';

serveDirectory(smsAppDevice, { actions: { machine: smsAppDeviceMachine } });
