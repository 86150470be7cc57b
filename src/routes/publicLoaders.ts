/** The code of the pages that open without a person; needed before the list of all pages is loaded. */
export const publicLoaders = {
  signIn: () => import('../pages/signIn/SignInPage.tsx'),
  otherDevice: () => import('../pages/otherDevice/OtherDevicePage.tsx'),
};
