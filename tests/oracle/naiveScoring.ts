/**
 * The scoring a second time, written from decision 75 and the words of the issue alone: every step is tried by scoring the
 * whole application anew, and the score is found by comparing it with every whole number.
 */
export interface NaiveModel {
  criteria: readonly { id: number; fact: string; weight: number; missing: number | null }[];
  conditions: readonly {
    criterion_id: number;
    at_least: number;
    at_most: number | null;
    score: number;
    stop: boolean;
  }[];
  manual_from: number;
  approve_from: number;
  limit_approved: number;
  limit_80: number;
  limit_90: number;
}

export interface NaiveAsked {
  goods: number;
  firstPayment: number;
  term: number;
  guarantor: boolean;
}

export interface NaiveInput {
  model: NaiveModel;
  offers: readonly { term: number; markup: number }[];
  said: Readonly<Record<string, number | undefined>>;
  application: NaiveAsked;
}

const exact = (figure: number, decimals: number): bigint => BigInt(Math.round(figure * 10 ** decimals));
const halfUp = (over: bigint, under: bigint): bigint => {
  let down = over / under;
  if ((over - down * under) * 2n >= under) down += 1n;
  return down;
};

export function naiveOwed({ application, offers }: NaiveInput): bigint | null {
  const { goods, firstPayment, term } = application;
  const offer = offers.find((one) => one.term === term);
  if (!offer || firstPayment < 0 || firstPayment >= goods) return null;
  const owed = halfUp(BigInt(goods - firstPayment) * (10_000n + exact(offer.markup, 2)), 10_000n);
  return owed + BigInt(firstPayment) < 100_000n || owed < BigInt(term) * 1_000n ? null : owed;
}

export function naiveScore(input: NaiveInput): { score: number; decision: string; limit: number } {
  const { model, said, application } = input;
  const facts: Record<string, number | undefined> = { ...said };
  facts.guarantor = application.guarantor ? 1 : 0;
  facts.first_share = Number(halfUp(BigInt(application.firstPayment) * 100_000n, BigInt(application.goods))) / 1_000;
  const owed = naiveOwed(input);
  const income = said.checked_income === undefined ? said.income : said.checked_income;
  if (owed !== null && income && said.other_debts !== undefined) {
    const each = owed / BigInt(application.term);
    const month = application.term === 1 ? owed : each - (each % 1_000n);
    facts.load = Number(halfUp((month + BigInt(said.other_debts)) * 100_000n, BigInt(income))) / 1_000;
  }
  let sum = 0n;
  let weights = 0n;
  let stopped = false;
  for (const { id, fact, weight, missing } of model.criteria) {
    const value = facts[fact];
    const met = model.conditions
      .filter((one) => one.criterion_id === id && value !== undefined && one.at_least <= value)
      .sort((one, other) => one.at_least - other.at_least)
      .at(-1);
    const within = met !== undefined && value !== undefined && (met.at_most === null || value <= met.at_most);
    if (within && met.stop) stopped = true;
    const points = value === undefined ? (missing ?? 0) : within ? met.score : 0;
    sum += exact(weight, 2) * exact(points, 3);
    weights += exact(weight, 2);
  }
  // the least whole number that is more than half below the score
  let score = 0;
  while (weights > 0n && sum * 2n >= (2n * BigInt(score) + 1n) * weights * 1_000n) score += 1;
  if (stopped || score < model.manual_from) return { score, decision: 'refused', limit: 0 };
  if (score < model.approve_from) return { score, decision: 'manual', limit: model.limit_approved };
  const limit = score >= 90 ? model.limit_90 : score >= 80 ? model.limit_80 : model.limit_approved;
  return { score, decision: 'approved', limit };
}

export function naiveApproves(input: NaiveInput): boolean {
  const owed = naiveOwed(input);
  const { decision, limit } = naiveScore(input);
  return owed !== null && decision === 'approved' && owed <= BigInt(limit);
}

/** By lever, the application after the smallest step that is approved; `+` before it: with a guarantor as well. */
export function naiveChanges(input: NaiveInput): Record<string, NaiveAsked> {
  if (naiveApproves(input)) return {};
  const tries = (application: NaiveAsked) => naiveApproves({ ...input, application });
  const among = (from: NaiveAsked): Record<string, NaiveAsked> => {
    const found: Record<string, NaiveAsked> = {};
    for (let step = 1_000; step < from.goods; step += 1_000) {
      const more = { ...from, firstPayment: from.firstPayment + step };
      if (more.firstPayment < from.goods && !found.first_payment && tries(more)) found.first_payment = more;
      const less = { ...from, goods: from.goods - step };
      if (less.goods > from.firstPayment && !found.goods && tries(less)) found.goods = less;
    }
    for (let far = 1; far <= 60 && !found.term; far += 1)
      for (const term of [from.term - far, from.term + far])
        if (!found.term && tries({ ...from, term })) found.term = { ...from, term };
    return found;
  };
  const alone = among(input.application);
  const guaranteed = { ...input.application, guarantor: true };
  if (!input.application.guarantor && tries(guaranteed)) alone.guarantor = guaranteed;
  if (Object.keys(alone).length > 0 || input.application.guarantor) return alone;
  return Object.fromEntries(Object.entries(among(guaranteed)).map(([lever, found]) => [`+${lever}`, found]));
}
