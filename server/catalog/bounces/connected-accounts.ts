import { sql } from 'kysely'
import type { UserId } from '#contracts/ids.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { isFreeMail } from '#server/platform/mail/free-mail.ts'
import type { Verdict } from './mail-state.ts'

export type Vote = {
  userId: UserId
  verdict: Verdict
  email: string
  /** From which it signed up and signed in. */
  networks: readonly string[]
}

/** So many accounts that have nothing to do with each other. */
const ENOUGH = 2

/**
 * Accounts that are connected with each other, also through a third one, have one vote; those that
 * disagree with each other have none.
 */
export function isBouncedForAll(votes: readonly Vote[]): boolean {
  const sum = groupConnected(votes)
    .map((group) => new Set(group.map(({ verdict }) => verdict)))
    .reduce((sum, said) => sum + (said.size > 1 ? 0 : said.has('bounced') ? 1 : -1), 0)
  return sum >= ENOUGH
}

function groupConnected(votes: readonly Vote[]): Vote[][] {
  return votes.reduce<Vote[][]>((groups, vote) => {
    const isNear = (group: Vote[]) => group.some((other) => isConnected(vote, other))
    const near = groups.filter(isNear)
    return [...groups.filter((group) => !near.includes(group)), [...near.flat(), vote]]
  }, [])
}

/** Of one company by their mail domain, one mailbox under two spellings, or one network. */
function isConnected(one: Vote, other: Vote): boolean {
  const [mine, theirs] = [ownerOf(one.email), ownerOf(other.email)]
  return mine === theirs || one.networks.some((network) => other.networks.includes(network))
}

/** The domain of a company; at a public provider the mailbox, whatever its label after `+`. */
function ownerOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  if (!isFreeMail(domain)) return domain
  const [mailbox = ''] = email.slice(0, at).toLowerCase().split('+')
  return `${mailbox.replaceAll('.', '')}@${domain}`
}

/** Without the networks of failed sign-ins: those may be a stranger's. */
export async function readNetworks(
  db: Db,
  userIds: readonly UserId[],
): Promise<Map<UserId, string[]>> {
  const { rows } = await sql<{ userId: UserId; networks: string[] }>`
    select user_id as "userId", array_agg(distinct network) as networks from (
      select user_id, network from sessions where user_id = any(${[...userIds]}::uuid[])
      union all
      select user_id, network from audit_events where user_id = any(${[...userIds]}::uuid[])
        and kind in ('account.created', 'account.verified', 'signin.succeeded')) as used
    where network is not null group by user_id`.execute(db)
  return new Map(rows.map(({ userId, networks }) => [userId, networks]))
}
