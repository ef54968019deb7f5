import type * as z from 'zod'
import type { Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/context.ts'

export type MailContent = {
  subject: string
  html: string
  text: string
  /** Besides those that every mail has, e.g. how to be sent no more of them. */
  headers?: Readonly<Record<string, string>>
  /** One address, to which an answer goes in place of the sender's. */
  replyTo?: string
}

export type Mail<Params> = {
  /** One address, without a name. */
  recipient: string
  /** Null where it is not known whose address it is. */
  userId: string | null
  language: Language
  params: Params
}

/** One kind of mail. It is composed when it is sent, so that what it links to is made then and stored nowhere else. */
export type MailDefinition<Params> = {
  kind: string
  params: z.ZodType<Params>
  /** Warns somebody, or lets them back in: sent before others, from the whole of the hour's budget. */
  goesFirst?: boolean
  /** Each says something of its own: a later one to the same address does not stand for an earlier one that still waits. */
  keepsEach?: boolean
  /** Null when there is nothing to send after all. May run twice for one mail. */
  compose: (ctx: AppContext, mail: Mail<Params>) => Promise<MailContent | null>
}

export const defineMail = <Params>(definition: MailDefinition<Params>): MailDefinition<Params> => definition

/** A kind whose parameters are known to itself only, so that all kinds fit in one list. */
export type RegisteredMail = {
  kind: string
  goesFirst: boolean
  parseAndCompose: (ctx: AppContext, mail: Mail<unknown>) => Promise<MailContent | null>
}

export const registerMail = <Params>({
  kind,
  params,
  goesFirst = false,
  compose,
}: MailDefinition<Params>): RegisteredMail => ({
  kind,
  goesFirst,
  parseAndCompose: async (ctx, mail) => compose(ctx, { ...mail, params: params.parse(mail.params) }),
})
