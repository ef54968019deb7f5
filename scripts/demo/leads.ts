import { sql } from 'kysely'
import type { AppContext } from '#server/platform/context.ts'
import type { Filler } from './as-found.ts'

const LEADS = 300
/** They make a filled board and a brief, so they are the first stores. */
export const FIRST_LEADS = 60

/** In this share of the leads each; a step for each of its stages. */
const STAGES = [
  { stage: 'toContact', ofTen: 4, steps: ['Write the first mail', 'Look at their products'] },
  { stage: 'contacted', ofTen: 3, steps: ['Ask again', 'Call instead'] },
  { stage: 'replied', ofTen: 1, steps: ['Send the offer', 'Answer their question'] },
  { stage: 'won', ofTen: 1, steps: ['Ask how it goes', 'Ask for a testimonial'] },
  { stage: 'lost', ofTen: 1, steps: ['Too early: try in spring', 'Uses another tool'] },
]
/** Days from now of the next steps in turn; null = no day. Eleven, so that each stage has all. */
const DAYS = [-4, 0, 3, null, 1, null, -1, 8, null, 14, 2]

const TEMPLATES = [
  {
    name: 'First mail',
    subject: 'A thought about {store}',
    body: 'Hello,\n\ncongratulations on opening {store} on {launch_day}! I looked at {first_product} and have an idea for you.\n\nWould ten minutes this week suit you?',
  },
  {
    name: 'Users of an app',
    subject: '{store} and {app}',
    body: 'Hello,\n\nI saw that {store} uses {app}. We help shops in {country} to get more out of it in their first weeks.\n\nMay I show you how?',
  },
  {
    name: 'About the theme',
    subject: 'Your {theme} theme',
    body: 'Hello,\n\n{store} looks good with {theme}. Three small changes would make it faster on phones; I would gladly send them to you, free of charge.',
  },
]

/** Once for an account: leads as stores are found, until enough, or until the user changes them. */
export async function seedLeads(ctx: AppContext, emailKey: string): Promise<Filler[]> {
  const { rows } = await sql<{ id: string }>`select id from users where email_key = ${emailKey}
    and not exists (select from mark_revisions where user_id = users.id and kind = 'stage')
    and not exists (select from templates where user_id = users.id)`.execute(ctx.db)
  for (const { id } of rows)
    await sql`insert into templates (id, user_id, name, subject, body, position)
      select gen_random_uuid(), ${id}, name, subject, body, at - 1
      from rows from (jsonb_to_recordset(${JSON.stringify(TEMPLATES)}::jsonb) as (name text, subject text, body text))
        with ordinality as template (name, subject, body, at)`.execute(ctx.db)
  return rows.map(({ id }) => createFiller(ctx, id))
}

function createFiller(ctx: AppContext, userId: string): Filler {
  let added = 0
  return async () => {
    if ((await countLeads(ctx, userId)) !== added) return true
    added += await addLeads(ctx, userId, added)
    return added >= LEADS
  }
}

async function countLeads({ db }: AppContext, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from saved_stores
    where user_id = ${userId} and stage is not null`.execute(db)
  return rows[0]?.count ?? 0
}

const inTurn = STAGES.flatMap(({ stage, ofTen, steps }) =>
  Array.from({ length: ofTen }, () => ({ stage, steps })),
)

/** After the first ones every second store with an address, so that the list of new leads keeps some. */
async function addLeads({ db, now }: AppContext, userId: string, known: number): Promise<number> {
  const areFirst = known < FIRST_LEADS
  const { rows } = await sql<{ id: number }>`
    select id from stores where launch_status = 'new' and email is not null and (${areFirst} or id % 2 = 0)
      and not exists (select from saved_stores where user_id = ${userId} and store_id = stores.id)
    order by id limit ${(areFirst ? FIRST_LEADS : LEADS) - known}`.execute(db)
  const leads = rows.map(({ id }, at) => leadOf(id, known + at))
  const { numAffectedRows } = await sql`
    with added as (
      insert into saved_stores (user_id, store_id, stage, next_step, next_day, contacted_at, moved_at, version, created_at, updated_at)
      select ${userId}, id, stage, step, (${now()}::timestamptz at time zone 'UTC')::date + days,
        case when stage <> 'toContact' then at end, at, 1, at, at
      from (select *, ${now()}::timestamptz - ago * interval '1 hour' as at
        from jsonb_to_recordset(${JSON.stringify(leads)}::jsonb)
          as lead (id bigint, stage text, step text, days integer, ago integer)) as lead order by id
      on conflict do nothing returning user_id, store_id, stage, moved_at)
    insert into stage_moves (user_id, store_id, to_stage, at)
    select user_id, store_id, stage, moved_at from added`.execute(db)
  return Number(numAffectedRows ?? 0)
}

function leadOf(id: number, at: number) {
  const { stage, steps } = inTurn[(at * 7) % inTurn.length] ?? { stage: 'toContact', steps: [] }
  const days = DAYS[(at * 3) % DAYS.length] ?? null
  const step = days === null ? null : (steps[Math.floor(at / inTurn.length) % steps.length] ?? null)
  return { id, stage, step, days, ago: (at * 5) % 200 }
}
