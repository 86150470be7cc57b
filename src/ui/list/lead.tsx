/** What stands before the filters of a declared page: the tabs, where the page has several. */
import { createContext, type ReactNode, use } from 'react';

const LeadContext = createContext<ReactNode>(undefined);

export const Lead = ({ value, children }: { value: ReactNode; children: ReactNode }) => (
  <LeadContext value={value}>{children}</LeadContext>
);

export const useLead = (): ReactNode => use(LeadContext);
