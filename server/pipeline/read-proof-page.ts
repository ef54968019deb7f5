import { Parser } from 'htmlparser2'
import { checkUrl } from '#discovery/fetch/check-url.ts'
import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'
import type { Budget } from '#discovery/probe/budget.ts'
import { META_NAME } from '#server/features/opt-out/opt-out-token.ts'
import type { ReadProofs } from '#server/features/opt-out/read-proofs.ts'

const MAX_PAGE_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 5
const MAX_TEXTS = 100

type Proofs = Awaited<ReturnType<ReadProofs>>
const UNREACHABLE: Proofs = { kind: 'unreachable' }

/** Does not consult robots.txt: the owner requested this visit. It follows redirects one by one, never to a host that opted out. */
export async function readProofPage(
  { fetch, budget }: { fetch: Fetch; budget: Budget },
  domain: string,
): Promise<Proofs> {
  let check = checkUrl(`https://${domain}/`)
  for (let hop = 0; hop <= MAX_REDIRECTS && check.kind === 'ok'; hop += 1) {
    const { url } = check
    const request = { url: url.href, maxRedirects: 0, maxBytes: MAX_PAGE_BYTES }
    const turn = await budget.run(url.hostname, () => fetch(request))
    if (turn.kind !== 'done' || turn.value.kind !== 'response') return UNREACHABLE
    const { status, headers, body } = turn.value
    if (status < 300 || headers['location'] === undefined)
      return status >= 500 || status === 429 ? UNREACHABLE : { kind: 'read', texts: metaContents(body) }
    check = checkUrl(headers['location'], url)
  }
  return UNREACHABLE
}

/** Only in the head: the body may contain visitors' text. */
function metaContents(body: Uint8Array): string[] {
  const texts: string[] = []
  let isHead = true
  const parser = new Parser({
    onopentag(name, { name: of = '', content = '' }) {
      if (name === 'body') isHead = false
      const isProof = isHead && name === 'meta' && of.toLowerCase() === META_NAME
      if (isProof && texts.length < MAX_TEXTS) texts.push(content)
    },
    onclosetag(name) {
      if (name === 'head') isHead = false
    },
  })
  parser.end(new TextDecoder().decode(body))
  return texts
}
