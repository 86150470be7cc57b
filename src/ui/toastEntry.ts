import type { ReactNode } from 'react';

export type ToastTone = 'success' | 'warning' | 'error';

export interface ToastLink {
  text: string;
  href: string;
  /** a router's own navigation; without it the browser follows the link */
  onFollow?: () => void;
}

export interface ToastInput {
  tone: ToastTone;
  title: string;
  text?: ReactNode;
  requestId?: string;
  link?: ToastLink;
}

export interface ToastEntry extends ToastInput {
  id: number;
  at: number;
}

export interface ToastLabels {
  close: string;
  request: string;
  copy: string;
}
