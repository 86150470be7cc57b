/** Hosts at run time: `config.json` beside `index.html`, so one build serves every deployment (decision 46). */
import type { Service } from '../../contract/call.ts';

export interface Hosts {
  /** Base of `/<service>/api`; the page's own origin when left out. */
  readonly BASE_HOST?: string;
  /** With its prefix: `/statistics/api` when left out. */
  readonly STATISTICS_HOST?: string;
  readonly DELIVERY_HOST?: string;
  /** `on` where the operator lets workflows be sent to a viewer elsewhere. */
  readonly INSPECTOR?: string;
}

let hosts: Hosts = {};

export function setHosts(next: Hosts): void {
  hosts = next;
}

export const inspectorAllowed = (): boolean => hosts.INSPECTOR === 'on';

const absolute = (host: string): string => new URL(host || '/', window.location.origin).href.replace(/\/$/, '');

/** Where the calls of a service begin; `report` is always the page's own origin. */
export function baseOf(service: Service): string {
  if (service === 'report') return `${window.location.origin}/report/api`;
  if (service === 'statistics') return absolute(hosts.STATISTICS_HOST || '/statistics/api');
  if (service === 'delivery') return absolute(hosts.DELIVERY_HOST || '/delivery/api');
  return `${absolute(hosts.BASE_HOST || '/')}/${service}/api`;
}
