import { SmallTickIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { classes, familyClass, type Look } from './look.ts';
import { useInView } from './useInView.ts';

export interface Step {
  key: string;
  title: ReactNode;
  /** title of the event that leads on from this step: shown over the line */
  event?: ReactNode;
  /** when it was reached, or how long it has lasted */
  note?: ReactNode;
  look: Look;
}

export interface StepBarProps {
  steps: readonly Step[];
  at: number;
  /** 0 to 1: how far the present state is */
  progress?: number | undefined;
  label?: string;
}

export function StepBar({ steps, at, progress, label }: StepBarProps) {
  const last = steps.length - 1;
  const bar = useInView<HTMLOListElement>('.here', at);
  return (
    <ol
      ref={bar}
      // it scrolls sideways where the letters are large
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="step-bar"
      aria-label={label}
    >
      {steps.map((step, index) => {
        const state = index < at ? 'past' : index === at ? 'here' : 'future';
        return (
          <li
            key={step.key}
            className={classes('step', state, familyClass(step.look))}
            aria-current={state === 'here' ? 'step' : undefined}
          >
            <div className="step-event">{index < last && step.event}</div>
            <div className="step-track">
              <span className="step-dot" aria-hidden="true">
                {state === 'past' && <SmallTickIcon size={14} />}
              </span>
              {index < last && (
                <span className="step-line" aria-hidden="true">
                  {state === 'here' && progress !== undefined && <i style={{ width: `${progress * 100}%` }} />}
                </span>
              )}
            </div>
            <div className="step-title">{step.title}</div>
            <div className="step-note">{step.note}</div>
          </li>
        );
      })}
    </ol>
  );
}
