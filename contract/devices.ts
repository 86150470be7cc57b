/** Cash service: how the staff's mobile application makes its device known (decision 95). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf } from './common.ts';

export const deviceRegister = defineCall({
  id: 'deviceRegister',
  service: 'cash',
  method: 'POST',
  path: '/mobile_device/register',
  stale: ['mobileDeviceIndex', 'mobileDeviceShow', 'mobileDeviceHistory'],
  response: dataOf(z.object({ id: z.int(), status: z.enum(['waiting', 'allowed', 'blocked']) })),
});

export const deviceCalls = [deviceRegister] as const;
