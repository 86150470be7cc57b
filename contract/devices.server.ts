/** What only the server needs of the calls of `devices.ts`. */
import * as z from 'zod/mini';
import { text } from './common.ts';
import { mobileDevice } from './directories/mobileDevice.ts';
import { sentSchema } from './directory/in.server.ts';
import { serverSide } from './serverSide.ts';

const { device } = mobileDevice.spec.fields;

export const deviceServer = serverSide({
  deviceRegister: {
    body: z.object({ device: sentSchema(device) as z.ZodMiniType<string>, model: text(120), app_version: text(20) }),
    rule: 'signedIn',
    who: 'deviceUser',
    origin: 'extension',
    event: { machine: 'mobileDevice', type: 'device.register' },
    whileWaiting: true,
    summary:
      'The application makes its device known: a new one waits to be allowed; from a blocked one it is signed out.',
  },
});
