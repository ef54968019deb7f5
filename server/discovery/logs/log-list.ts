import * as z from 'zod'
import { type CtLog } from '#discovery/ct/ct-log.ts'
import { parseLogList, readLogListTime, selectLogs } from '#discovery/ct/log-list.ts'
import type { FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/json-text.ts'

const KEY = 'ct_log_list'
/** The public one has 60 kB. */
const MAX_LIST_BYTES = 2 * 1024 * 1024
const LONGEST_AHEAD_MS = 24 * 60 * 60 * 1000

/** The raw text, because only its readers know the format. */
const KeptList = z.object({ url: z.string(), listedAt: z.iso.datetime().nullable(), text: z.string() })
type KeptList = z.infer<typeof KeptList>

type Judged =
  | { kind: 'good'; list: KeptList }
  | { kind: 'unavailable'; detail: string }
  | { kind: 'refused'; detail: string }

/**
 * The logs to follow now. The last good list is kept. It is used when the published one is unavailable, names no log that takes new
 * certificates, or is older. `isFresh` = the published one was good.
 */
export async function readLogList(
  ctx: AppContext,
  outside: Pick<ExternalClients, 'fetch'>,
): Promise<{ logs: CtLog[]; isFresh: boolean }> {
  const url = ctx.config.CT_LOG_LIST_URL
  const kept = await readKept(ctx, url)
  const judged = judge(await outside.fetch({ url, maxBytes: MAX_LIST_BYTES }), { url, kept, now: ctx.now() })
  if (judged.kind === 'good') {
    if (judged.list.text !== kept?.text) await keep(ctx, judged.list)
    return { logs: logsIn(judged.list.text, ctx.now()), isFresh: true }
  }
  const { kind, detail } = judged
  ctx.log.warn({ event: `log-list.${kind}`, url, detail, hasKept: kept !== null }, `log list ${kind}`)
  return { logs: kept ? logsIn(kept.text, ctx.now()) : [], isFresh: false }
}

function judge(answer: FetchOutcome, about: { url: string; kept: KeptList | null; now: Date }): Judged {
  const { url, kept, now } = about
  const text = textOf(answer)
  if (text === null || logsIn(text, now).length === 0)
    return { kind: 'unavailable', detail: problemOf(answer) }
  const listedAt = readLogListTime(parseJson(text))
  if (listedAt && listedAt.getTime() > now.getTime() + LONGEST_AHEAD_MS)
    return { kind: 'refused', detail: `it claims to be of ${listedAt.toISOString()}` }
  const keptAtMs = kept?.listedAt ? Date.parse(kept.listedAt) : -Infinity
  if ((listedAt?.getTime() ?? -Infinity) < keptAtMs)
    return { kind: 'refused', detail: `older than the one of ${kept?.listedAt}` }
  return { kind: 'good', list: { url, listedAt: listedAt?.toISOString() ?? null, text } }
}

const logsIn = (text: string, now: Date): CtLog[] => selectLogs(parseLogList(parseJson(text)), now)

/** A kept list of another address says nothing about this one. */
async function readKept({ db }: AppContext, url: string): Promise<KeptList | null> {
  const row = await db.selectFrom('system_state').select('value').where('key', '=', KEY).executeTakeFirst()
  const kept = KeptList.safeParse(row?.value)
  return kept.success && kept.data.url === url ? kept.data : null
}

async function keep({ db, now }: AppContext, list: KeptList): Promise<void> {
  const row = { value: jsonText(list), updated_at: now() }
  await db
    .insertInto('system_state')
    .values({ key: KEY, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

function textOf(answer: FetchOutcome): string | null {
  return answer.kind === 'response' && answer.status === 200 ? new TextDecoder().decode(answer.body) : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function problemOf(answer: FetchOutcome): string {
  if (answer.kind === 'failed') return answer.cause
  if (answer.kind === 'refused') return answer.reason
  return answer.status === 200 ? 'no log in it that takes new certificates' : `status ${answer.status}`
}
