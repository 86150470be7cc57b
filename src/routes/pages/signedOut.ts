import { pagesOf } from '../page.ts';
import { OTHER_DEVICE, SIGN_IN } from '../paths.ts';

export const signedOut = pagesOf('signedOut', [
  {
    id: 'signIn',
    path: SIGN_IN,
    kind: 'public',
    public: true,
    layout: 'empty',
    built: true,
  },
  {
    id: 'otherDevice',
    path: OTHER_DEVICE,
    kind: 'public',
    public: true,
    layout: 'empty',
    built: true,
  },
]);
