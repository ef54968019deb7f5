import * as z from 'zod'
import { type CtLog } from '#discovery/ct/ct-log.ts'
import { parseLogList, readLogListTime, selectLogs } from '#discovery/ct/log-list.ts'
import type { FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import type { ExternalClients } from '#server/discovery/external-clients.ts'
import type { AppContext } from '#server/platform/context.ts'
import { jsonText } from '#server/platform/db/sql-text.ts'

const KEY = 'ct_log_list'
/** The public one has 60 kB. */
const MAX_LIST_BYTES = 2 * 1024 * 1024
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000

/** The raw text, because only its readers know the format. */
const StoredList = z.object({ url: z.string(), listedAt: z.iso.datetime().nullable(), text: z.string() })
type StoredList = z.infer<typeof StoredList>

type Evaluation =
  | { kind: 'good'; list: StoredList }
  | { kind: 'unavailable'; detail: string }
  | { kind: 'refused'; detail: string }

/**
 * The logs to follow now. The last good list is stored. It is used when the published one is unavailable, names no log that takes new
 * certificates, or is older. `isFresh` = the published one was good.
 */
export async function readLogList(
  ctx: AppContext,
  clients: Pick<ExternalClients, 'fetch'>,
): Promise<{ logs: CtLog[]; isFresh: boolean }> {
  const url = ctx.config.CT_LOG_LIST_URL
  const stored = await readStoredList(ctx, url)
  const evaluation = evaluateList(await clients.fetch({ url, maxBytes: MAX_LIST_BYTES }), {
    url,
    stored,
    now: ctx.now(),
  })
  if (evaluation.kind === 'good') {
    if (evaluation.list.text !== stored?.text) await storeList(ctx, evaluation.list)
    return { logs: logsIn(evaluation.list.text, ctx.now()), isFresh: true }
  }
  const { kind, detail } = evaluation
  ctx.log.warn({ event: `log-list.${kind}`, url, detail, hasKept: stored !== null }, `log list ${kind}`)
  return { logs: stored ? logsIn(stored.text, ctx.now()) : [], isFresh: false }
}

function evaluateList(
  answer: FetchOutcome,
  context: { url: string; stored: StoredList | null; now: Date },
): Evaluation {
  const { url, stored, now } = context
  const text = textOf(answer)
  if (text === null || logsIn(text, now).length === 0)
    return { kind: 'unavailable', detail: problemOf(answer) }
  const listedAt = readLogListTime(parseJson(text))
  if (listedAt && listedAt.getTime() > now.getTime() + MAX_AHEAD_MS)
    return { kind: 'refused', detail: `it claims to be of ${listedAt.toISOString()}` }
  const storedAtMs = stored?.listedAt ? Date.parse(stored.listedAt) : -Infinity
  if ((listedAt?.getTime() ?? -Infinity) < storedAtMs)
    return { kind: 'refused', detail: `older than the one of ${stored?.listedAt}` }
  return { kind: 'good', list: { url, listedAt: listedAt?.toISOString() ?? null, text } }
}

const logsIn = (text: string, now: Date): CtLog[] => selectLogs(parseLogList(parseJson(text)), now)

/** A stored list from another address says nothing about this one. */
async function readStoredList({ db }: AppContext, url: string): Promise<StoredList | null> {
  const row = await db.selectFrom('system_state').select('value').where('key', '=', KEY).executeTakeFirst()
  const stored = StoredList.safeParse(row?.value)
  return stored.success && stored.data.url === url ? stored.data : null
}

async function storeList({ db, now }: AppContext, list: StoredList): Promise<void> {
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
