import { pagesOf } from '../page.ts';

export const signedOut = pagesOf('signedOut', [
  {
    id: 'signIn',
    path: '/auth/login',
    kind: 'public',
    public: true,
    layout: 'empty',
    load: () => import('../../pages/signIn/SignInPage.tsx'),
  },
  {
    id: 'otherDevice',
    path: '/other-device/other-device',
    kind: 'public',
    public: true,
    layout: 'empty',
    load: () => import('../../pages/otherDevice/OtherDevicePage.tsx'),
  },
]);
