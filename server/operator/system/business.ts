import { sql } from 'kysely'
import { addDays, dayOf, dayStart } from '#contracts/dates.ts'
import type { SystemState } from '#contracts/operator/system.ts'
import type { AppContext } from '#server/platform/context.ts'

type Business = SystemState['business']
type Amounts = Business['revenuePerMonth']

const DAYS = 28

/** Sign-ups, customers and their payments, over the last 28 days including today (UTC). */
export async function readBusiness({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<Business> {
  const today = dayOf(now())
  const since = dayStart(addDays(today, 1 - DAYS))
  const [users, subscriptions, revenuePerMonth, failed] = await Promise.all([
    sql<Pick<Business, 'signUpsToday' | 'signUps' | 'confirmed'>>`
      select count(*) filter (where created_at >= ${dayStart(today)}) as "signUpsToday", count(*) as "signUps",
        count(email_verified_at) as confirmed from users where created_at >= ${since}`.execute(db),
    sql<{ PRO: number; PLUS: number; ended: number }>`
      select count(*) filter (where plan = 'pro' and ${RUNS}) as "PRO", count(*) filter (where plan = 'plus' and ${RUNS}) as "PLUS",
        count(*) filter (where status = 'ended' and period_ends_at between ${since} and ${now()}) as ended
      from billing_subscriptions`.execute(db),
    sql<Amounts[number]>`
      select currency, round(sum(case billing_cycle when 'yearly' then amount_minor / 12.0 else amount_minor end))::bigint as "amountMinor"
      from billing_subscriptions where ${RUNS} group by currency order by 2 desc, 1`.execute(db),
    sql<Amounts[number] & { count: number }>`
      select currency, sum(amount_minor) as "amountMinor", count(*) as count
      from billing_invoices where status = 'open' and failed_attempts > 0 group by currency order by 2 desc, 1`.execute(
      db,
    ),
  ])
  const [{ PRO, PLUS, ended } = { PRO: 0, PLUS: 0, ended: 0 }] = subscriptions.rows
  const [signUps = { signUpsToday: 0, signUps: 0, confirmed: 0 }] = users.rows
  return {
    ...signUps,
    paying: { PLUS, PRO },
    revenuePerMonth: revenuePerMonth.rows,
    failedPayments: {
      count: failed.rows.reduce((sum, { count }) => sum + count, 0),
      amounts: failed.rows.map(({ currency, amountMinor }) => ({ currency, amountMinor })),
    },
    ended,
  }
}

const RUNS = sql`(status in ('active', 'past_due') and not is_refused)`
