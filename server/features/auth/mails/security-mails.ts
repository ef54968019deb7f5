import * as z from 'zod'
import { defineMail } from '#server/mail/mail-definition.ts'
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
  compose: async (ctx, { language, params: { name, browser, system, at } }) =>
    writeMail(language, 'newSignIn', {
      name,
      device: [browser, system].filter(Boolean).join(', '),
      at,
      link: accountLink(ctx.config, '/settings/user', language),
      resetLink: accountLink(ctx.config, '/forgot-password', language),
    }),
})

/** The account can be signed in to through an identity provider from now on. */
export const identityLinkedMail = defineMail({
  kind: 'identity_linked',
  params: z.object({ name: z.string(), provider: z.string() }),
  compose: async (ctx, { language, params: { name, provider } }) =>
    writeMail(language, 'identityLinked', {
      name,
      provider,
      link: accountLink(ctx.config, '/settings/user', language),
    }),
})
