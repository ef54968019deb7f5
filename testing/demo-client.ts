import type { StoreSummary } from '#contracts/catalog/stores.ts'

export async function signIn(origin: string, email: string, password = 'Storedawn!2026') {
  const answer = await fetch(`${origin}/api/auth/email-signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in as ${email}: ${answer.status}`)
  const { token } = (await answer.json()) as { token: string }
  return clientOf(origin, token)
}

/** Calls the product as the account of a session. */
export function clientOf(origin: string, token: string) {
  const get = async <Body>(path: string): Promise<Body> => {
    const response = await fetch(`${origin}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Body
  }
  return { origin, token, get }
}

export type Client = ReturnType<typeof clientOf>

/** With those that the account hides. */
export const countStores = async (
  client: Client,
  launchStatus: 'new' | 'established',
): Promise<number> =>
  (
    await client.get<{ totalElements: number }>(
      `/api/stores?size=1&hidden=yes,no&launchStatus=${launchStatus}`,
    )
  ).totalElements

export async function walkStores(
  client: Client,
  launchStatus: 'new' | 'established',
): Promise<StoreSummary[]> {
  const all: StoreSummary[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const more: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const page: { content: StoreSummary[]; nextCursor: string | null } = await client.get(
      `/api/stores?size=100&hidden=yes,no&launchStatus=${launchStatus}${more}`,
    )
    all.push(...page.content)
    cursor = page.nextCursor
  }
  return all
}

export type ShopTruth = {
  host: string
  isNew: boolean
  /** New, and at least its password page is reachable. */
  isLaunched: boolean
  kind: string
  habit: string
  naming: string
  productCount: number
  loggedAt: string
  launchedAt: string
  shop: string
}

export async function readTruth(control: string): Promise<ShopTruth[]> {
  const text = await (await fetch(`${control}/control/truth`)).text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ShopTruth)
}
