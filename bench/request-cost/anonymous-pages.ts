import { Agent, request } from 'undici'

/** What strangers may ask for as often as they like, and without end. */
export type PageCase = {
  name: string
  /** `nth`: of the request, so that no two are alike. */
  addressOf: (nth: number) => string
  status: number
}

export const PAGES: readonly PageCase[] = [
  ...['/', '/blog', '/sample', '/lead-score', '/blog/1', '/sitemap.xml', '/blog/feed.xml'].flatMap(
    (path): PageCase[] => [
      { name: `\`${path}\``, addressOf: () => path, status: 200 },
      {
        name: `\`${path}\`, random query`,
        addressOf: (nth) => `${path}?x${nth}=${nth}`,
        status: 200,
      },
    ],
  ),
  { name: 'random path', addressOf: (nth) => `/nowhere-${nth}`, status: 404 },
  { name: 'random article', addressOf: (nth) => `/blog/nowhere-${nth}`, status: 404 },
  { name: 'random store', addressOf: (nth) => `/store/${nth + 1}`, status: 200 },
]

export const PAGE_CPU_GOAL_MS = 5

/** As browsers ask. */
const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' }
const CONNECTIONS = 4

/** Requests over a few connections, one after another on each. @returns how many were answered */
export async function askPages(
  origin: string,
  { addressOf, status }: PageCase,
  forMs: number,
): Promise<number> {
  const agent = new Agent({ connections: CONNECTIONS })
  const endMs = performance.now() + forMs
  let asked = 0
  let answered = 0
  const askOnAndOn = async () => {
    while (performance.now() < endMs) {
      const answer = await request(origin + addressOf(asked++), { dispatcher: agent, headers })
      await answer.body.arrayBuffer()
      if (answer.statusCode !== status)
        throw new Error(`${addressOf(asked)} answered ${answer.statusCode}`)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, askOnAndOn))
  await agent.close()
  return answered
}
