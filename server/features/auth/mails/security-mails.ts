import * as z from 'zod'
import type { Language } from '#i18n/languages.ts'
import { defineMail } from '#server/mail/mail-definition.ts'
import { formatMoment } from '#server/mail/format-moment.ts'
import { mailTexts } from '#server/mail/mail-texts.ts'
import { shownName } from '#server/mail/shown-name.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import { accountLink } from './account-link.ts'

/** A sign-in from a device that the account had not been used on. */
export const newSignInMail = defineMail({
  kind: 'new_sign_in',
  params: z.object({
    name: z.string(),
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
    at: z.iso.datetime(),
  }),
  goesFirst: true,
  keepsEach: true,
  compose: async (ctx, { language, params: { name, browser, system, at } }) =>
    writeMail(ctx.config, language, 'newSignIn', {
      name,
      facts: [
        { label: 'device', value: nameDevice(language, [browser, system]) },
        { label: 'time', value: formatMoment(language, new Date(at)) },
      ],
      link: accountLink(ctx.config, '/settings/user', language),
      secondLink: accountLink(ctx.config, '/forgot-password', language),
    }),
})

/** The account can be signed in to through an identity provider from now on. */
export const identityLinkedMail = defineMail({
  kind: 'identity_linked',
  params: z.object({ name: z.string(), provider: z.string() }),
  goesFirst: true,
  keepsEach: true,
  compose: async (ctx, { language, params: { name, provider } }) =>
    writeMail(ctx.config, language, 'identityLinked', {
      name,
      provider,
      link: accountLink(ctx.config, '/settings/user', language),
    }),
})

/** Names that a device reports about itself deserve no more trust than names that people enter. */
function nameDevice(language: Language, names: (string | null)[]): string {
  const shown = names.map((name) => shownName(name ?? '')).filter(Boolean)
  return shown.join(', ') || mailTexts(language).unknownDevice
}
