/** How many clients the conditions mean, before they are saved: counted a slice at a time, as far as it is. */
import { Button } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { BodyOf } from '../../../contract/bodies.ts';
import { type SegmentFact, type SegmentSlice, segmentPreview } from '../../../contract/segments.ts';
import type { Fields as FormValues } from '../../../machines/recordPane/merge.ts';
import { messageOf, request } from '../../api/client.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import type { Form } from '../../ui/form/useForm.ts';
import { Notice } from '../../ui/Notice.tsx';
import { cardPath } from './paths.ts';
import './clients.css';

type Rule = Omit<BodyOf<typeof segmentPreview>, 'after'>;
interface Condition {
  readonly fact: SegmentFact | null;
  readonly at_least: number | null;
  readonly at_most: number | null;
  readonly active: boolean;
}

/** What is written so far; a condition that says nothing yet is left out. */
function ruleOf({ gender, region, conditions }: FormValues): Rule {
  const lines = (conditions ?? []) as unknown as readonly Condition[];
  return {
    gender: (gender ?? null) as Rule['gender'],
    region_id: (region as { id: number } | null)?.id ?? null,
    conditions: lines.flatMap(({ fact, at_least, at_most, active }) =>
      fact === null || !active || (at_least === null && at_most === null) ? [] : [{ fact, at_least, at_most }],
    ),
  };
}

interface Counted {
  readonly matched: number;
  readonly examined: number;
  readonly people: readonly { readonly id: number; readonly fullname: string }[];
  readonly isWhole: boolean;
}

const MOST_NAMED = 20;

export function SegmentPreview({ form }: { form: Form<FormValues> }) {
  const t = useText('directories/segment');
  const [counted, setCounted] = useState<Counted | null>(null);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const rule = ruleOf(form.values);
  const written = JSON.stringify(rule);

  // a count of other conditions says nothing of these
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written ends the count
  useEffect(() => {
    setCounted(null);
    return () => running.current?.abort();
  }, [written]);

  async function count(): Promise<void> {
    running.current?.abort();
    const asked = new AbortController();
    running.current = asked;
    setError(null);
    let sum: Counted = { matched: 0, examined: 0, people: [], isWhole: false };
    setCounted(sum);
    try {
      for (let after: number | null = 0; after !== null; ) {
        const answer: { data: SegmentSlice } = await request(segmentPreview, {
          ...{ body: { ...rule, after }, signal: asked.signal },
        });
        const { data } = answer;
        after = data.next;
        sum = {
          matched: sum.matched + data.matched,
          examined: sum.examined + data.examined,
          people: [...sum.people, ...data.people].slice(0, MOST_NAMED),
          isWhole: after === null,
        };
        setCounted(sum);
      }
    } catch (cause) {
      if (!asked.signal.aborted) setError(messageOf(cause));
    }
  }

  return (
    <section className="segment-preview" data-testid="segment-preview">
      <h3 className="field-label">{t('preview.title')}</h3>
      <Button
        size="small"
        text={t('preview.count')}
        loading={counted !== null && !counted.isWhole && error === null}
        onClick={() => void count()}
        data-testid="segment-count"
      />
      {counted !== null && (
        <p className="num" role="status" data-testid="segment-size">
          {t('preview.found', { matched: formatNumber(counted.matched), examined: formatNumber(counted.examined) })}
        </p>
      )}
      {counted !== null && counted.people.length > 0 && (
        <ul className="client-openings" aria-label={t('fields.clients')}>
          {counted.people.map(({ id, fullname }) => (
            <li key={id}>
              <Link href={cardPath(id)}>{fullname}</Link>
            </li>
          ))}
          {counted.matched > counted.people.length && (
            <li className="muted">{t('preview.more', { n: formatNumber(counted.matched - counted.people.length) })}</li>
          )}
        </ul>
      )}
      {error !== null && (
        <Notice tone="bad" inset>
          {error}
        </Notice>
      )}
    </section>
  );
}
