import { type Language, languages } from '#i18n/languages.ts'
import { allMails } from '#server/create-context.ts'
import type { AppContext } from '#server/platform/context.ts'

export type ReadMail = {
  kind: string
  recipient: string
  language: Language
  subject: string
  text: string
  html: string
  headers: Readonly<Record<string, string>>
  link: string | null
  token: string | null
}

/**
 * The waiting mails, oldest first, composed as by the job; removes them from the queue. Leaves out
 * mails with nothing to send.
 */
export async function readMails(ctx: AppContext): Promise<ReadMail[]> {
  const rows = await ctx.db
    .selectFrom('outgoing_mails')
    .selectAll()
    .orderBy('created_at')
    .orderBy('kind')
    .execute()
  const mails: ReadMail[] = []
  for (const { id, kind, recipient, user_id: userId, params, ...row } of rows) {
    const definition = allMails.find((mail) => mail.kind === kind)
    if (!definition) throw new Error(`no mail of the kind ${kind} is known`)
    const language = languages.find((known) => known === row.language)
    if (!language) throw new Error(`a mail in the unknown language ${row.language}`)
    const content = await definition.parseAndCompose(ctx, { recipient, userId, language, params })
    await ctx.db.deleteFrom('outgoing_mails').where('id', '=', id).execute()
    if (content)
      mails.push({
        kind,
        recipient,
        language,
        ...content,
        headers: content.headers ?? {},
        ...partsOf(ctx, content.text),
      })
  }
  return mails
}

function partsOf({ config }: AppContext, text: string): Pick<ReadMail, 'text' | 'link' | 'token'> {
  const links = [...text.matchAll(/https?:\/\/[^\s"'<>\\)]+/g)]
    .map(([link]) => link)
    .filter((link) => link.startsWith(`${config.PUBLIC_ORIGIN}/`))
  const tokenOf = (link: string) => new URL(link).searchParams.get('token')
  const link = links.find(tokenOf) ?? links[0] ?? null
  return { text, link, token: link && tokenOf(link) }
}

/** The token of the only waiting mail of this kind. */
export async function readToken(ctx: AppContext, kind: string): Promise<string> {
  const [mail, ...others] = (await readMails(ctx)).filter((one) => one.kind === kind)
  if (!mail?.token || others.length > 0)
    throw new Error(`there is not exactly one link of the kind ${kind}`)
  return mail.token
}
