import type { Page } from '#discovery/extract/store-snapshot.ts'
import { validatorsOf } from '#discovery/probe/page-validators.ts'
import { ALLOW_ALL, parseRobots } from '#discovery/probe/robots.ts'
import type { Robots } from '#discovery/probe/robots.ts'
import type { KnownRobots } from '#discovery/probe/robots-memory.ts'
import { ask, ended, MAX_REDIRECTS, moveTo, PASSWORD_PATH } from '#discovery/probe/visit-state.ts'
import type { Answer, VisitState } from '#discovery/probe/visit-state.ts'

export const PRODUCT_TOKEN = 'StoredawnBot'
/** Larger files are rare, and their rules would take too much memory. */
const MAX_KEPT_BYTES = 64 * 1024
/** Eight requests with this pause between them still fit into a visit; hosts that demand longer pauses are not visited. */
const MAX_CRAWL_DELAY_MS = 30_000

/** RFC 9309: obey an existing file; a missing one (4xx) allows everything. Server errors have already ended the visit. */
function robotsOf(page: Page): Robots {
  return page.status < 300 ? parseRobots(page.body, PRODUCT_TOKEN) : ALLOW_ALL
}

const knownFrom = (page: Page, url: URL): KnownRobots => ({
  robots: robotsOf(page),
  host: url.host,
  validators: validatorsOf(page),
})

function obey(state: VisitState, hosts: string[], known: KnownRobots): Robots | Answer {
  const { robots, host } = known
  if (robots.crawlDelayMs > MAX_CRAWL_DELAY_MS) return ended({ kind: 'never', cause: 'robots' })
  for (const asked of [...hosts, host]) state.robots.set(asked, robots)
  if (robots.crawlDelayMs > 0) state.budget.setGap(host, robots.crawlDelayMs)
  return robots
}

function learnRobots(
  state: VisitState,
  hosts: string[],
  known: KnownRobots,
  page: Page | null,
): Robots | Answer {
  if (page === null || page.body.length <= MAX_KEPT_BYTES)
    for (const host of hosts) state.robotsMemory?.keep(host, known)
  return obey(state, hosts, known)
}

/** The rules of a host if they were read today, with the host that serves them. */
async function recallRobots(state: VisitState, hosts: string[]): Promise<Robots | Answer | null> {
  const visited = state.host
  const known = state.robotsMemory?.find(visited) ?? null
  if (!known?.isFresh) return null
  return (await moveTo(state, known.host)) ?? obey(state, [...hosts, visited], known)
}

/**
 * The rules of the visit's host, from memory if at most a day old, else fetched. A shop with another primary domain redirects this file
 * too, and the visit continues there at once: the rules apply to both hosts, and later pages need no redirect.
 */
export const readRobots = async (state: VisitState): Promise<Robots | Answer> =>
  state.robotsMemory ? state.robotsMemory.inTurn(state.host, () => readAnew(state)) : readAnew(state)

async function readAnew(state: VisitState): Promise<Robots | Answer> {
  const asked: string[] = []
  let url = new URL(`https://${state.host}/robots.txt`)
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const recalled = url.pathname === '/robots.txt' ? await recallRobots(state, asked) : null
    if (recalled) return recalled
    asked.push(url.host)
    const old = state.robotsMemory?.find(url.host) ?? null
    const answer = await ask(state, url, old?.validators?.url === url.href ? old.validators : null)
    if (answer.kind === 'page') return learnRobots(state, asked, knownFrom(answer.page, url), answer.page)
    if (answer.kind === 'unchanged' && old) return learnRobots(state, asked, old, null)
    // While robots.txt is unreadable, we do not know what it forbids.
    if (answer.kind === 'unreadable') return ended({ kind: 'not_a_store', reason: answer.why })
    if (answer.kind !== 'redirect') return answer.kind === 'unchanged' ? { kind: 'used_up' } : answer
    if (PASSWORD_PATH.test(answer.url.pathname) || answer.url.href === url.href) break
    const refusal = await moveTo(state, answer.url.host)
    if (refusal) return refusal
    url = answer.url
  }
  // Behind the password page, a loop or more than five redirects: RFC 9309 lets a crawler treat the file as absent.
  state.robots.set(state.host, ALLOW_ALL)
  return ALLOW_ALL
}
