import type { Page } from '#discovery/extract/store-snapshot.ts'
import type { PageValidators } from '#discovery/probe/page-validators.ts'
import { readRobots } from '#discovery/probe/read-robots.ts'
import { ask, ended, MAX_REDIRECTS, moveTo, NO_SHOP, PASSWORD_PATH } from '#discovery/probe/visit-state.ts'
import type { Answer, Unchanged, VisitDeps, VisitState } from '#discovery/probe/visit-state.ts'

export type { Answer }

export type Visit = {
  get: (path: string) => Promise<Answer>
  /** Where the shop answers after redirects to its primary domain. */
  host: () => string
  /** Everything read so far, including robots.txt; its headers reveal the platform. */
  pages: () => readonly Page[]
}

export type ProbeVisit = Visit & {
  /** Requests the page only if it changed since these validators; they apply if the answer's address is theirs. */
  getIfChanged: (path: string, known: readonly PageValidators[]) => Promise<Answer | Unchanged>
  /** Did the platform itself redirect the visit to another host? */
  isSentOn: () => boolean
}

type AskFor = { path: string; known: readonly PageValidators[] }

async function get(state: VisitState, { path, known }: AskFor): Promise<Answer | Unchanged> {
  if (await state.isOptedOut(state.host)) return ended({ kind: 'never', cause: 'opt_out' })
  let target = path
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const robots = state.robots.get(state.host) ?? (await readRobots(state))
    if ('kind' in robots) return robots
    if (!robots.isAllowed(target)) return { kind: 'forbidden' }
    const url = new URL(target, `https://${state.host}`)
    const answer = await ask(state, url, known.find((page) => page.url === url.href) ?? null)
    if (answer.kind !== 'redirect') return answer
    if (PASSWORD_PATH.test(answer.url.pathname) && !PASSWORD_PATH.test(target)) return { kind: 'password' }
    const refusal = await moveTo(state, answer.url.host)
    if (refusal) return refusal
    target = answer.url.pathname + answer.url.search
  }
  return ended(NO_SHOP)
}

async function getAnew(state: VisitState, path: string): Promise<Answer> {
  const answer = await get(state, { path, known: [] })
  // Cannot happen: no validators were sent.
  return answer.kind === 'unchanged' ? ended(NO_SHOP) : answer
}

/** One polite visit to a host: obeys robots.txt first, sends every request through the budget, follows redirects one by one. */
export function startVisit(deps: VisitDeps, host: string, signal?: AbortSignal): ProbeVisit {
  const state: VisitState = {
    ...deps,
    host,
    signal,
    requests: 0,
    robots: new Map(),
    pages: [],
    isSentOn: false,
  }
  return {
    get: (path) => getAnew(state, path),
    getIfChanged: (path, known) => get(state, { path, known }),
    host: () => state.host,
    pages: () => state.pages,
    isSentOn: () => state.isSentOn,
  }
}
