import type { Facts } from './catalogue.ts';

export default import.meta.glob<Facts>('../../../docs/generated/workflows/*.json', { eager: true, import: 'default' });
