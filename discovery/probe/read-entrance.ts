import { readMetaJson } from '#discovery/extract/meta-json.ts'
import type { Page } from '#discovery/extract/store-snapshot.ts'
import { hasPlatformEvidence, hasPlatformHeaders, namesShop } from '#discovery/probe/platform-evidence.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { DAY_MS } from '#discovery/probe/retry-after.ts'
import type { Answer, Visit } from '#discovery/probe/visit.ts'

export type Stopped = { kind: 'stopped'; result: ProbeResult }

/** `home` is null where it cannot be read, but meta.json tells of a shop. */
export type Entrance = {
  kind: 'read'
  meta: Page | null
  home: Page | null
  isProtected: boolean
  finalHost: string
}

export const stop = (result: ProbeResult): Stopped => ({ kind: 'stopped', result })
export const isStopped = (value: object | null): value is Stopped =>
  value !== null && 'kind' in value && value.kind === 'stopped'

const stopAs = (reason: 'no_shop' | 'closed' | 'other_platform'): Stopped =>
  stop({ kind: 'not_a_store', reason })
const stopForADay = (): Stopped => stop({ kind: 'retry', cause: 'network', afterMs: DAY_MS })

function domainChanged(visit: Visit, host: string): boolean {
  const bare = (name: string) => name.replace(/^www\./, '')
  return bare(visit.host()) !== bare(host)
}

type HomeAnswer = { answer: Answer; isProtected: boolean }

async function askHome(visit: Visit, isProtected: boolean): Promise<HomeAnswer> {
  const first = await visit.get(isProtected ? '/password' : '/')
  if (first.kind !== 'password') return { answer: first, isProtected }
  return { answer: await visit.get('/password'), isProtected: true }
}

/** What a home page with an error status says about the host; null without one. */
function judgeHome(visit: Visit, home: Page): Stopped | null {
  if (home.status < 400) return null
  const pages = visit.pages()
  if (!pages.some(hasPlatformHeaders)) return stopAs('other_platform')
  // 404 of the platform: the shop is gone, or the address points at the platform without any shop behind it.
  return stopAs(namesShop(pages) ? 'closed' : 'no_shop')
}

/** The home page to go on with, null when meta.json has to do instead, or why the visit ends here. */
function chooseHome(
  visit: Visit,
  host: string,
  answer: Answer,
  meta: Page | null,
): Stopped | { page: Page | null } {
  switch (answer.kind) {
    case 'page':
      return judgeHome(visit, answer.page) ?? { page: answer.page }
    case 'unreadable':
      return readMetaJson(meta) ? { page: null } : stopForADay()
    case 'ended':
      return stop(answer.result)
    case 'forbidden':
      // The robots.txt of a stranger that the host redirects to is no word about the host.
      return domainChanged(visit, host) ? stopAs('no_shop') : stop({ kind: 'never', cause: 'robots' })
    case 'used_up':
    case 'password':
      return stopForADay()
    default:
      return answer satisfies never
  }
}

/** The cheap part of a visit that decides most of them: robots.txt, meta.json, home page. */
export async function readEntrance(visit: Visit, host: string): Promise<Stopped | Entrance> {
  const metaAnswer = await visit.get('/meta.json')
  if (metaAnswer.kind === 'ended') return stop(metaAnswer.result)
  const meta = metaAnswer.kind === 'page' ? metaAnswer.page : null
  const { answer, isProtected } = await askHome(visit, metaAnswer.kind === 'password')
  const home = chooseHome(visit, host, answer, meta)
  if (isStopped(home)) return home
  if (!hasPlatformEvidence(visit.pages(), meta, home.page)) return stopAs('other_platform')
  return { kind: 'read', meta, home: home.page, isProtected, finalHost: visit.host() }
}
