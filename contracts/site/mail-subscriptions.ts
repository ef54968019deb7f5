import * as z from 'zod/mini'
import { Done, endpoint } from '#contracts/endpoint.ts'

export const subscribeNewsletter = endpoint({
  name: 'subscribeNewsletter',
  method: 'POST',
  path: '/api/newsletter/subscribe',
  access: 'public',
  summary:
    'Subscribe to the weekly newsletter. A mail asks the owner of the address to confirm; until then the address receives no other mail. The answer is the same for every address.',
  body: z.object({ email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)) }),
  response: Done,
})

export const confirmNewsletter = endpoint({
  name: 'confirmNewsletter',
  method: 'POST',
  path: '/api/newsletter/confirm',
  access: 'public',
  summary:
    'Confirm a subscription with the token from the mail. Repeated calls succeed; each newsletter has a link to unsubscribe.',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: Done,
})

export const UNSUBSCRIBE_PATH = '/api/public/unsubscribe'

/**
 * Token from the link in a mail. It names the mail to turn off and the recipient, proves that we
 * issued it, and never expires.
 */
const query = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

/** The kind of mail that a link turns off. */
export const MailKind = z.enum(['digest', 'search', 'newsletter', 'brief'])
export type MailKind = z.infer<typeof MailKind>

export const readUnsubscribe = endpoint({
  name: 'readUnsubscribe',
  method: 'GET',
  path: UNSUBSCRIBE_PATH,
  access: 'public',
  summary:
    'The mails that an unsubscribe link would turn off. Changes nothing, because scanners open such links too.',
  query,
  response: z.object({ kind: MailKind }),
})

export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: UNSUBSCRIBE_PATH,
  access: 'public',
  summary:
    'Turn off the mails of an unsubscribe link, without signing in (RFC 8058). Accepts the bodies of mail programs but does not need them. The answer is the same whether the mails were on or off, and whether or not the account still exists.',
  query,
  response: z.object({ kind: MailKind, message: z.string() }),
})

export const resubscribe = endpoint({
  name: 'resubscribe',
  method: 'POST',
  path: '/api/users/resubscribe',
  access: 'session',
  summary:
    'Turn the mails of an unsubscribe link on again, for the account that the link belongs to.',
  body: query,
  response: Done,
})
